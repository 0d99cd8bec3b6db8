"""Times by share: each is one that was measured, and no tail is told that too few samples stand behind."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.latency import QUANTILES, summarise
from streamgauge.report.distributions import Distribution, of_shares, told_by


def distribution(times_ms: list[int]) -> Distribution:
    return Distribution("dual", "dual-1", np.sort(np.array(times_ms, dtype=np.int64)))


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=400))
def test_times_rise_and_were_measured(times_ms: list[int]) -> None:
    for told in (list(distribution(times_ms).tail()), list(distribution(times_ms).shares())):
        at, values = zip(*told, strict=True)
        assert list(at) == sorted(at)
        assert list(values) == sorted(values)
        assert set(values) <= set(map(float, times_ms))


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=4000))
def test_ten_samples_lie_behind_the_end_of_the_tail(times_ms: list[int]) -> None:
    *_, (odds, _) = distribution(times_ms).tail()
    assert odds <= max(2, len(times_ms) / 10)


def test_the_median_is_that_of_the_summary() -> None:
    times_ms = list(range(1, 2001))
    summary = summarise(np.array(times_ms))
    assert summary is not None
    shares = dict(distribution(times_ms).shares())
    assert shares[0.5] == summary.quantiles_ms["p50"]
    assert shares[0.99] == summary.quantiles_ms["p99"]
    assert shares[1.0] == summary.max_ms


def test_without_samples_the_result_tells_what_it_has() -> None:
    told = told_by({"p50": 5.0, "p99": 9.0, "max": 30.0, "mean": 6.0})
    assert told == {QUANTILES["p50"]: 5.0, QUANTILES["p99"]: 9.0, 1.0: 30.0}
    assert list(Distribution("d", "d", told=told).shares()) == [(0.5, 5.0), (0.99, 9.0), (1.0, 30.0)]
    assert [round(odds) for odds, _ in Distribution("d", "d", told=told).tail()] == [2, 100]
    assert list(of_shares("d", "d", [1.0, 4.0]).shares()) == [(0.5, 1.0), (1.0, 4.0)]
