"""What bursts did: found among rates, and told from a series whose answer is known."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.bursts import Burst, burst_figures, bursts_in
from streamgauge.measure.series import per_second


@pytest.mark.parametrize(
    ("rates", "found"),
    [
        ([], []),
        ([10, 10, 50, 50, 10], [Burst(2, 4)]),
        ([10, 20, 10], []),
        ([10, 21, 10, 30, 30], [Burst(1, 2), Burst(3, 5)]),
        ([50, 10, 50], [Burst(2, 3)]),
        ([10], []),
    ],
)
def test_bursts_among_rates(rates: list[float], found: list[Burst]) -> None:
    assert bursts_in(rates) == found


@given(st.lists(st.integers(1, 100), min_size=1, max_size=50))
def test_bursts_lie_apart_and_hold_what_is_above(rates: list[int]) -> None:
    found = bursts_in(rates)
    inside = {second for burst in found for second in range(burst.from_s, burst.to_s)}
    leading = next((second for second, rate in enumerate(rates) if rate <= 2 * min(rates)), len(rates))
    assert inside == {second for second, rate in enumerate(rates) if rate > 2 * min(rates) and second > leading}
    assert all(first.to_s < second.from_s for first, second in pairwise(found))


def run(latencies_ms: list[int], per_s: list[int], bursts: list[Burst] | None = None) -> "dict[str, object]":
    """Inputs due evenly in each second, each finished so much later."""
    due = np.concatenate([second * 1000 + np.arange(count) * 1000 // count for second, count in enumerate(per_s)])
    late = np.concatenate([np.full(count, latency) for count, latency in zip(per_s, latencies_ms, strict=True)])
    return burst_figures(per_second(due, due + late, 0), bursts or bursts_in(per_s), warmup_s=1, sent_s=len(per_s))


def test_the_figures_of_one_burst() -> None:
    figures = run([900, 10, 10, 10, 1510, 2510, 10, 10, 10], [10, 10, 10, 10, 100, 100, 10, 10, 10])
    assert (figures["calm_ms"], figures["overshoot_ms"], figures["excess_ms_s"]) == (10, 2500, 4000)
    assert figures["time_averaged_ms"] == round((6 * 10 + 1510 + 2510) / 8, 1)
    (burst,) = figures["bursts"]  # type: ignore[misc]
    assert (burst["from_s"], burst["to_s"], burst["offered_per_second"]) == (4, 6, 100)
    assert burst["catch_up_s"] == 2  # what was due last in the burst is finished 2.5 s after its end
    assert figures["highest_backlog"] == burst["highest_backlog"]


def test_seconds_before_the_first_sample_have_no_latency() -> None:
    """Nothing is due in the first two seconds of the calm, or in all of it."""
    late = run([0, 0, 10, 10, 510, 10], [0, 0, 10, 10, 100, 10], [Burst(4, 5)])
    assert (late["calm_ms"], late["overshoot_ms"], late["time_averaged_ms"]) == (10, 500, 135)
    silent = run([0, 0, 0, 0, 510, 0], [0, 0, 0, 0, 100, 0], [Burst(4, 5)])
    (burst,) = silent["bursts"]  # type: ignore[misc]
    assert [silent[name] for name in ("calm_ms", "overshoot_ms", "excess_ms_s")] == [None] * 3
    assert (burst["overshoot_ms"], burst["excess_ms_s"], silent["time_averaged_ms"]) == (None, None, 510)


def test_a_burst_that_is_never_caught_up_with() -> None:
    """Neither before the next one: the run as a whole has no catch-up time then."""
    lost = run([10, 10, 10, 9000, 10, 10, 10], [10, 10, 10, 100, 10, 100, 10])
    first, second = lost["bursts"]  # type: ignore[misc]
    assert (first["catch_up_s"], lost["catch_up_s"]) == (None, None)
    assert second["catch_up_s"] is not None
