"""Rates drawn at random: golden values, the distributions of the seed work's streams, and the end of a cycle."""

from collections import Counter

import numpy as np
import pytest

from streamgauge.streams.rates import Bimodal, Normal, RateShape, Uniform, parse_rate

CITY = Normal(mean=6400, deviation=200, peak=7000)
TAXI = Bimodal(low=300, low_deviation=100, high=3200, high_deviation=250, peak=4000)
EVEN = Uniform(low=1000, high=5000)
SEVEN_DAYS = 605  # seconds, a thousand times faster


def rates(shape: RateShape, seconds: int) -> list[int]:
    """How many events are due in each second."""
    bounds = [shape.events_within(second) for second in range(seconds + 1)]
    return np.diff(bounds).tolist()


def histogram(shape: RateShape, width: int, seconds: int = 20_000) -> dict[int, int]:
    return Counter(rate // width * width for rate in rates(shape, seconds))


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (EVEN, [1964, 1367, 2919, 4452, 4226]),
        (CITY, [6478, 6516, 6260, 6201, 6195]),
        (TAXI, [177, 442, 380, 517, 304]),
        (Uniform(low=0, high=10**9, seed=2), [357552879, 884845774, 508268990, 604638488, 13778689]),
    ],
    ids=str,
)
def test_golden_rates(shape: RateShape, expected: list[int]) -> None:
    assert [shape.rate_at(second) for second in range(5)] == expected == rates(shape, 5)


def test_events_of_an_interval_are_even() -> None:
    first = EVEN.intended_ns(0, 1965).tolist()
    assert first == [event * 10**9 // 1964 for event in range(1964)] + [10**9]


def test_uniform_rates_are_even() -> None:
    bins = histogram(EVEN, 500)
    assert all(abs(bins[low] - 2500) < 300 for low in range(1000, 5000, 500))
    assert set(bins) <= set(range(1000, 5001, 500))


def test_city_is_one_narrow_hill() -> None:
    """Figure 2a of seed work 002: normal around 6,400, peak 7,000."""
    drawn = np.array(rates(CITY, 20_000))
    assert abs(drawn.mean() - 6400) < 10
    assert abs(drawn.std() - 200) < 5
    assert drawn.max() == 7000
    assert max(rates(CITY, SEVEN_DAYS)) > 6900
    bins = histogram(CITY, 100)
    assert max(bins, key=lambda low: bins[low]) in (6300, 6400)


def test_taxi_has_two_modes() -> None:
    """Figure 2b of seed work 002: hills at 300 and 3,200, hardly anything between them, peak 4,000."""
    bins = histogram(TAXI, 200)
    low_mode, high_mode = (max(part, key=lambda low: bins[low]) for part in (range(0, 1800, 200), range(1800, 4001, 200)))
    assert low_mode == 200
    assert high_mode in (3000, 3200)
    assert sum(bins.get(low, 0) for low in range(800, 2200, 200)) < 10
    assert max(bins) <= 4000
    week = rates(TAXI, SEVEN_DAYS)
    assert 0.45 < sum(rate < 1800 for rate in week) / len(week) < 0.55
    assert max(week) > 3800


def test_rates_are_cut_at_zero_and_peak() -> None:
    drawn = rates(Normal(mean=10, deviation=1000, peak=20), 1000)
    assert {0, 20} <= set(drawn)
    assert all(0 <= rate <= 20 for rate in drawn)


def test_a_cycle_is_65536_intervals() -> None:
    shape = parse_rate("uniform:low=1,high=5,step=0.5,seed=7")
    length = 65_536 * 0.5
    events = shape.events_within(length)
    again = shape.intended_ns(events, 1000) - int(length * 10**9)
    assert again.tolist() == shape.intended_ns(0, 1000).tolist()
    assert [shape.rate_at(step / 2) for step in range(100)] != [shape.rate_at(step / 2) for step in range(100, 200)]


def test_seeds_differ() -> None:
    assert rates(Uniform(low=1, high=5000, seed=1), 20) != rates(Uniform(low=1, high=5000, seed=2), 20)


def test_far_events_need_nothing_before_them() -> None:
    """A billion seconds and more away, as quickly as the first."""
    far = CITY.events_within(10**9)
    assert CITY.intended_ns(far - 1, 2).tolist()[1] == 10**18
