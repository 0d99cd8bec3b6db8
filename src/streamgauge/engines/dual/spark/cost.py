"""What the controller itself costs: the CPU time of its thread, here and in Spark's JVM.

Each thread of ours that talks to the JVM has a thread of its own there, which does what is asked and nothing else. To watch and
to decide costs all the time; a switch or a rehearsal costs once, mostly the planning of a query, and is told apart.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds: on the clock, of CPU here, and of CPU in the JVM."""

    elapsed: float = 0.0
    here: float = 0.0
    jvm: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.elapsed + other.elapsed, self.here + other.here, self.jvm + other.jvm)

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.elapsed - other.elapsed, self.here - other.here, self.jvm - other.jvm)


class OwnCost:
    """The cost so far of the thread that calls `measure` and `changing`."""

    def __init__(self, spark: Any) -> None:
        self._threads = spark._jvm.java.lang.management.ManagementFactory.getThreadMXBean()
        self._started: Spent | None = None
        self._all = self._changes = Spent()

    def measure(self) -> None:
        now = self._now()
        self._started = self._started or now
        self._all = now - self._started

    @contextmanager
    def changing(self) -> Iterator[None]:
        """What is done in here changes the pipeline."""
        before = self._now()
        self._started = self._started or before
        try:
            yield
        finally:
            self._changes += self._now() - before

    def to_data(self) -> dict[str, float]:
        """Seconds, and the share of one core that watching and deciding took while nothing was changed."""
        watching = self._all - self._changes
        share = (watching.here + watching.jvm) / watching.elapsed if watching.elapsed > 0 else 0.0
        return {
            "elapsed_s": round(watching.elapsed, 3),
            "cpu_s": round(watching.here, 3),
            "jvm_cpu_s": round(watching.jvm, 3),
            "cores": round(share, 4),
            "changing_cpu_s": round(self._changes.here + self._changes.jvm, 3),
        }

    def _now(self) -> Spent:
        return Spent(time.monotonic(), time.thread_time(), self._threads.getCurrentThreadCpuTime() / 1e9)
