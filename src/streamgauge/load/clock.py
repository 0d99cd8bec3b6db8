"""The clock a sender lives by; tests bring their own."""

import time
from dataclasses import dataclass
from typing import Protocol

NS_PER_MS = 1_000_000
_READINGS = 5


class Clock(Protocol):
    """Two readings of time, and waiting."""

    def monotonic_ns(self) -> int: ...

    def wall_ns(self) -> int:
        """Nanoseconds since the epoch."""

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's own clocks."""

    def monotonic_ns(self) -> int:
        return time.monotonic_ns()

    def wall_ns(self) -> int:
        return time.time_ns()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def wall_ahead_ms(clock: Clock) -> float:
    """By how much the wall clock is ahead of the other: it stays the same unless somebody sets the wall clock.

    The highest of a few readings, for one that is interrupted between its two clocks comes out too low.
    """
    return _wall_ahead_ns(clock) / NS_PER_MS


def _wall_ahead_ns(clock: Clock) -> int:
    return max(clock.wall_ns() - clock.monotonic_ns() for _ in range(_READINGS))


@dataclass(frozen=True, slots=True)
class Start:
    """Time 0 of a schedule, on both clocks."""

    monotonic_ns: int
    wall_ms: int


def start_at_millisecond(clock: Clock) -> Start:
    """Wait for the next whole millisecond: stamps have no finer unit, so a start between two would bias every latency."""
    ahead_ns, monotonic_ns = _wall_ahead_ns(clock), clock.monotonic_ns()
    wall_ns = monotonic_ns + ahead_ns
    wait_ns = -wall_ns % NS_PER_MS
    clock.sleep(wait_ns / 1e9)
    return Start(monotonic_ns + wait_ns, (wall_ns + wait_ns) // NS_PER_MS)
