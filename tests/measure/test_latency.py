"""Quantiles are exact and of the nearest rank: values that were measured."""

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.latency import QUANTILES, summarise

SHARES = {"p50": "0.5", "p90": "0.9", "p95": "0.95", "p99": "0.99", "p99.9": "0.999"}


def nearest_rank(values: list[int], share: str) -> int:
    """The smallest value that at least this share of all values do not exceed."""
    return sorted(values)[math.ceil(Fraction(share) * len(values)) - 1]


@given(st.lists(st.integers(-10, 10**9), min_size=1, max_size=300))
def test_quantiles(values: list[int]) -> None:
    summary = summarise(np.array(values, dtype=np.int64))
    assert summary is not None
    assert summary.samples == len(values)
    assert summary.quantiles_ms == {name: nearest_rank(values, share) for name, share in SHARES.items()}
    assert summary.max_ms == max(values)
    assert math.isclose(summary.mean_ms, sum(values) / len(values), rel_tol=1e-9, abs_tol=0.001)


def test_ranks_that_are_whole_numbers() -> None:
    """Where the share of the count is whole, binary fractions must not push the rank up by one."""
    for count in (10, 20, 100, 1000, 2000, 10_000, 123_000):
        summary = summarise(np.arange(1, count + 1))
        assert summary is not None
        assert summary.quantiles_ms == {name: nearest_rank(list(range(1, count + 1)), share) for name, share in SHARES.items()}


def test_no_samples() -> None:
    assert summarise(np.array([], dtype=np.int64)) is None


def test_data_names_each_quantile() -> None:
    summary = summarise(np.array([3], dtype=np.int64))
    assert summary is not None
    assert list(summary.to_data()) == [*QUANTILES, "max", "mean"]
    assert set(summary.to_data().values()) == {3.0}
