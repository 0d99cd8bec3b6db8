"""CPU and memory of whole process trees, sampled once a second, and what others on the machine used meanwhile.

A role (engine, broker, sender, self) is one process or more, with all that they start. A process belongs to the nearest
watched process above it, so that the role of the experiment does not count the engine that it started. Counting begins
when a process is watched. One that has ended stays counted: its CPU time at its last sample is kept, and it is followed
even when its parent has gone. What a process does after its last sample, or between two of them if it lives no longer, is
not seen: figures are lower bounds. Memory is the sum of resident sets, in which a shared page counts for each process.

The CPU time of others is all user and nice time of the machine minus the user time of the watched trees, and what the host of a
virtual machine gave to other machines while there was work to do here. Time in the kernel is left out, for much of what the
kernel does for us is not charged to us.
"""

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

import psutil  # type: ignore[import-untyped]

PERIOD_S = 1.0

Figures = Callable[[], Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class RoleSample:
    """A role at one moment: CPU seconds since it was watched, and what it holds now."""

    user_s: float
    system_s: float
    rss_bytes: int
    processes: int


@dataclass(frozen=True, slots=True)
class ResourceSample:
    """All roles at one moment, `elapsed_s` after the first; others' CPU seconds count from there."""

    at_ms: int
    elapsed_s: float
    roles: Mapping[str, RoleSample]
    others_s: float
    figures: Mapping[str, float] = field(default_factory=dict)


class ResourceSampler:
    """Samples in a thread of its own from the start of the context to its end.

    `watch` and `ask` may be called at any time, so that a role begins when its process does. `ask` adds figures that only
    an engine can tell, such as the seconds of its garbage collector: they stand in each sample as `role.name`.
    """

    def __init__(self, period_s: float = PERIOD_S) -> None:
        self._period_s = period_s
        self._roles: dict[str, _Role] = {}
        self._asked: dict[str, Figures] = {}
        self._samples: list[ResourceSample] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="resources", daemon=True)
        self._start_s = 0.0
        self._busy_s = 0.0

    def watch(self, role: str, pid: int) -> None:
        """Count the process and all below it for the role; one that has ended already counts nothing."""
        with self._lock, suppress(psutil.NoSuchProcess):
            self._roles.setdefault(role, _Role()).add(psutil.Process(pid))

    def ask(self, role: str, figures: Figures) -> None:
        """Ask for further figures of a role at each sample."""
        with self._lock:
            self._asked[role] = figures

    @property
    def samples(self) -> tuple[ResourceSample, ...]:
        """All samples so far."""
        with self._lock:
            return tuple(self._samples)

    def sample(self) -> None:
        """Take one more sample now; worth it before a process is stopped, whose last second would be lost."""
        with self._lock:
            self._samples.append(self._take())

    def __enter__(self) -> Self:
        self._start_s, self._busy_s = time.monotonic(), _busy_s()
        self.sample()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._is_over.set()
        self._thread.join()
        self.sample()

    def _run(self) -> None:
        due_s = self._start_s + self._period_s
        while not self._is_over.wait(max(0.0, due_s - time.monotonic())):
            self.sample()
            due_s = max(due_s + self._period_s, time.monotonic())

    def _take(self) -> ResourceSample:
        owners = _owners(self._roles.values())
        roles = {name: role.sample(owners) for name, role in self._roles.items()}
        ours_s = sum(each.user_s for each in roles.values())
        return ResourceSample(
            at_ms=time.time_ns() // 1_000_000,
            elapsed_s=time.monotonic() - self._start_s,
            roles=roles,
            others_s=max(0.0, _busy_s() - self._busy_s - ours_s),
            figures={f"{role}.{name}": value for role, ask in self._asked.items() for name, value in _told(ask).items()},
        )


class _Role:
    """The processes of a role: CPU seconds of each when it was last seen."""

    def __init__(self) -> None:
        self.roots: list[psutil.Process] = []
        self._seen: dict[psutil.Process, tuple[float, float]] = {}
        self._before = (0.0, 0.0)

    def add(self, root: psutil.Process) -> None:
        """Count from now on what the process and those below it use."""
        self.roots.append(root)
        for process in _tree(root):
            if process in self._seen:  # one root may be below another
                continue
            with suppress(psutil.Error):
                times = process.cpu_times()
                self._seen[process] = (times.user, times.system)
                self._before = (self._before[0] + times.user, self._before[1] + times.system)

    def sample(self, owners: "Mapping[psutil.Process, _Role]") -> RoleSample:
        """Read the processes that are ours, and those that were and are nobody's now."""
        rss_bytes = processes = 0
        orphans = {process for process in self._seen if process not in owners}
        for process in orphans.union(process for process, owner in owners.items() if owner is self):
            with suppress(psutil.Error), process.oneshot():
                if process.is_running():  # else another process may have its number by now
                    times = process.cpu_times()
                    self._seen[process] = (times.user, times.system)
                    rss_bytes += process.memory_info().rss
                    processes += 1
        user_s, system_s = (sum(each) for each in zip((0.0, 0.0), *self._seen.values(), strict=True))
        return RoleSample(user_s - self._before[0], system_s - self._before[1], rss_bytes, processes)


def _owners(roles: Iterable[_Role]) -> dict[psutil.Process, _Role]:
    """Whose each process is: of all trees that hold it, the smallest has the nearest root."""
    trees = [(_tree(root), role) for role in roles for root in role.roots]
    owners: dict[psutil.Process, _Role] = {}
    for tree, role in sorted(trees, key=lambda each: len(each[0])):
        for process in tree:
            owners.setdefault(process, role)
    return owners


def _tree(root: psutil.Process) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return [root, *root.children(recursive=True)]
    return []


def _busy_s() -> float:
    times = psutil.cpu_times()
    return float(times.user + getattr(times, "nice", 0.0) + getattr(times, "steal", 0.0))


def _told(ask: Figures) -> Mapping[str, float]:
    try:
        return ask()
    except Exception:  # noqa: BLE001 - an engine that is going down is no reason to stop measuring the others
        return {}
