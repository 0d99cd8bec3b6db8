"""How fast event time runs: the steps of a rate shape, as whole numbers."""

from dataclasses import dataclass
from math import ceil, cos, floor, gcd, pi
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamgauge.streams.nexmark.stream import NexmarkStream

_SECOND_US = 1_000_000
_UNITS_US = {"second": _SECOND_US, "minute": 60 * _SECOND_US}
_SINE_STEPS = 10


@dataclass(frozen=True, slots=True)
class Pace:
    """`events` events, the i-th of them floor(i * ms / per_events) milliseconds after the first."""

    events: int
    ms: int
    per_events: int

    @property
    def length_ms(self) -> int:
        """From the first event to the first of the next pace."""
        return self.events * self.ms // self.per_events


def paces(stream: "NexmarkStream") -> tuple[Pace, ...]:
    """The paces that follow one another, over and over; a single one where the rate does not change."""
    if stream.first_event_rate == stream.next_event_rate:
        ms, per_events = _spacing(stream, stream.first_event_rate)
        return (Pace(per_events, ms, per_events),)
    rates = _rates(stream)
    step_ms = ceil(stream.rate_period_sec / len(rates)) * 1000
    spacings = (_spacing(stream, rate) for rate in rates)
    return tuple(Pace(step_ms * per_events // ms, ms, per_events) for ms, per_events in spacings)


def most_events_within(stream: "NexmarkStream", ms: int) -> int:
    """How many events the fastest pace has in so much time."""
    return max(-(-ms * pace.per_events // pace.ms) for pace in paces(stream))


def longest_ms(stream: "NexmarkStream", events: int) -> int:
    """How long the slowest pace takes for so many events."""
    return max(-(-events * pace.ms // pace.per_events) for pace in paces(stream))


def _rates(stream: "NexmarkStream") -> list[int]:
    first, last = stream.first_event_rate, stream.next_event_rate
    if stream.rate_shape == "square":
        return [first, last]
    middle, height = (first + last) / 2, (first - last) / 2
    return [floor(middle + height * cos(2 * pi * step / _SINE_STEPS) + 0.5) for step in range(_SINE_STEPS)]


def _spacing(stream: "NexmarkStream", rate: int) -> tuple[int, int]:
    """The time between events as a fraction, milliseconds over events: exact, or as Beam has it, in whole microseconds."""
    unit_us = _UNITS_US[stream.rate_unit]
    us, events = (unit_us, rate) if stream.spacing == "exact" else ((unit_us + rate // 2) // rate, 1)
    us, events = us * stream.generators, events * 1000
    common = gcd(us, events)
    return us // common, events // common
