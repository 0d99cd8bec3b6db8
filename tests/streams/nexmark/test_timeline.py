"""Event times: constant, in steps, in whole microseconds and exact."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.streams.nexmark.pace import longest_ms, most_events_within, paces
from streamgauge.streams.nexmark.timeline import Timeline

from . import twin

RATES = st.integers(100, 2_000_000)
STREAMS = st.builds(
    NexmarkStream,
    first_event_rate=RATES,
    next_event_rate=RATES,
    rate_shape=st.sampled_from(["sine", "square"]),
    rate_period_sec=st.integers(1, 1000),
    generators=st.sampled_from([1, 3, 100]),
    spacing=st.sampled_from(["beam", "exact"]),
)
NUMBERS = st.lists(st.integers(0, 10**10), min_size=1, max_size=20)


def times_ms(stream: NexmarkStream, numbers: list[int]) -> list[int]:
    times: list[int] = Timeline(stream.base_ms, paces(stream)).times_ms(np.array(numbers)).tolist()
    return times


@given(stream=STREAMS, numbers=NUMBERS)
def test_twin_agrees(stream: NexmarkStream, numbers: list[int]) -> None:
    assert times_ms(stream, numbers) == [twin.time_ms(stream, number) for number in numbers]


@given(stream=STREAMS, numbers=NUMBERS)
def test_time_never_runs_back(stream: NexmarkStream, numbers: list[int]) -> None:
    times = times_ms(stream, sorted(numbers))
    assert times == sorted(times)


@given(stream=STREAMS, number=st.integers(0, 10**10), events=st.integers(0, 10**6), ms=st.integers(1, 10**6))
def test_paces_bound_events_and_times(stream: NexmarkStream, number: int, events: int, ms: int) -> None:
    start, end = times_ms(stream, [number, number + events])
    assert end - start <= longest_ms(stream, events)
    steps, more = paces(stream), most_events_within(stream, ms) + len(paces(stream))
    start, end = times_ms(stream, [number, number + more])
    crossed = (more // sum(step.events for step in steps) + 1) * len(steps)  # each ends on a whole millisecond
    assert end - start >= ms - crossed - 1


@pytest.mark.parametrize("rate", [1, 8, 10_000, 1_000_000])
def test_spacings_agree_where_microseconds_are_exact(rate: int) -> None:
    numbers = [0, 1, 9, 10, 12_345, 10**9 + 7]
    beam, exact = (NexmarkStream(first_event_rate=rate, next_event_rate=rate, spacing=spacing) for spacing in ("beam", "exact"))
    assert times_ms(beam, numbers) == times_ms(exact, numbers)


def test_exact_spacing_keeps_rates_that_beam_rounds() -> None:
    """At 700,000 events/s a microsecond's rounding gives a million."""
    numbers = [0, 700_000, 7 * 10**9]
    beam, exact = (
        NexmarkStream(first_event_rate=700_000, next_event_rate=700_000, spacing=spacing, base_ms=0)
        for spacing in ("beam", "exact")
    )
    assert times_ms(beam, numbers) == [0, 700, 7_000_000]
    assert times_ms(exact, numbers) == [0, 1000, 10_000_000]


def test_ten_million_events_per_second() -> None:
    stream = NexmarkStream(first_event_rate=10_000_000, next_event_rate=10_000_000, spacing="exact", base_ms=0)
    assert times_ms(stream, [9_999, 10_000, 10**13]) == [0, 1, 10**9]


def test_steps_of_a_sine() -> None:
    """Ten seconds from 1,000 to 5,000 events/s and back, one second a step, as the rate shape `sine` has them."""
    stream = NexmarkStream(first_event_rate=1000, next_event_rate=5000, rate_period_sec=10, spacing="exact", base_ms=0)
    rates = [1000, 1382, 2382, 3618, 4618, 5000, 4618, 3618, 2382, 1382]
    assert [pace.events for pace in paces(stream)] == rates
    starts = [sum(rates[:step]) for step in range(11)]
    assert times_ms(stream, starts) == [1000 * step for step in range(11)]
