"""The wall clock beside the other one: it is seen when somebody sets it, and not when we are interrupted."""

import pytest

from streamgauge.load.clock import start_at_millisecond, wall_ahead_ms

from .memory import StillClock


class InterruptedClock(StillClock):
    """Loses 20 ms after the wall clock was read, all but once."""

    readings = 0

    def wall_ns(self) -> int:
        now_ns = super().wall_ns()
        self.readings += 1
        self.now_ns += 0 if self.readings == 3 else 20_000_000
        return now_ns


def test_a_clock_that_is_set_is_seen() -> None:
    clock = StillClock()
    ahead_ms = wall_ahead_ms(clock)
    clock.sleep(0.05)
    assert wall_ahead_ms(clock) == ahead_ms
    clock.epoch_ns -= 7_000_000
    assert wall_ahead_ms(clock) - ahead_ms == pytest.approx(-7, abs=0.001)


def test_an_interruption_is_no_step() -> None:
    assert wall_ahead_ms(InterruptedClock()) == wall_ahead_ms(StillClock())


def test_an_interruption_does_not_move_the_begin_of_a_schedule() -> None:
    """Every latency would be higher by as much."""
    clock = InterruptedClock()
    start = start_at_millisecond(clock)
    assert start.wall_ms * 1_000_000 - start.monotonic_ns == clock.epoch_ns
