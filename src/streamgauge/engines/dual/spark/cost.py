"""What the controller itself costs: the CPU time of its thread, here and in Spark's JVM.

Each thread of ours that talks to the JVM has a thread of its own there, which does what is asked and nothing else.
"""

import time
from typing import Any


class OwnCost:
    """The cost so far of the thread that calls `measure`."""

    def __init__(self, spark: Any) -> None:
        self._threads = spark._jvm.java.lang.management.ManagementFactory.getThreadMXBean()
        self._started: tuple[float, float, float] | None = None
        self._spent = (0.0, 0.0, 0.0)  # elapsed, CPU here, CPU in the JVM

    def measure(self) -> None:
        now = (time.monotonic(), time.thread_time(), self._threads.getCurrentThreadCpuTime() / 1e9)
        self._started = self._started or now
        elapsed_s, own_s, jvm_s = (after - before for before, after in zip(self._started, now, strict=True))
        self._spent = (elapsed_s, own_s, jvm_s)

    def to_data(self) -> dict[str, float]:
        """Seconds, and the share of one core."""
        elapsed_s, own_s, jvm_s = self._spent
        share = (own_s + jvm_s) / elapsed_s if elapsed_s else 0.0
        return {
            "elapsed_s": round(elapsed_s, 3),
            "cpu_s": round(own_s, 3),
            "jvm_cpu_s": round(jvm_s, 3),
            "cores": round(share, 4),
        }
