"""Quantiles are exact and of the nearest rank: values that were measured, and enough of them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.latency import QUANTILES, rank, summarise

SHARES = {"p50": "0.5", "p75": "0.75", "p90": "0.9", "p95": "0.95", "p99": "0.99", "p99.9": "0.999", "p99.99": "0.9999"}


def nearest_rank(values: list[int], share: str) -> int:
    """The smallest value that at least this share of all values do not exceed."""
    return sorted(values)[math.ceil(Fraction(share) * len(values)) - 1]


def told(values: list[int]) -> dict[str, int]:
    """The median, and every quantile with at least ten samples behind its rank."""
    return {
        name: nearest_rank(values, share)
        for name, share in SHARES.items()
        if name == "p50" or math.floor((1 - Fraction(share)) * len(values)) >= 10
    }


@given(st.lists(st.integers(-10, 10**9), min_size=1, max_size=300))
def test_quantiles(values: list[int]) -> None:
    summary = summarise(np.array(values, dtype=np.int64))
    assert summary is not None
    assert summary.samples == len(values)
    assert summary.quantiles_ms == told(values)
    assert (summary.min_ms, summary.max_ms) == (min(values), max(values))
    assert math.isclose(summary.mean_ms, sum(values) / len(values), rel_tol=1e-9, abs_tol=0.001)


def test_ranks_that_are_whole_numbers() -> None:
    """Where the share of the count is whole, binary fractions must not push the rank up by one."""
    for count in (10, 20, 100, 1000, 2000, 10_000, 123_000):
        summary = summarise(np.arange(1, count + 1))
        assert summary is not None
        assert summary.quantiles_ms == told(list(range(1, count + 1)))


@pytest.mark.parametrize(("name", "least"), [("p75", 40), ("p90", 100), ("p99", 1000), ("p99.9", 10_000), ("p99.99", 100_000)])
def test_a_quantile_takes_ten_samples_behind_it(name: str, least: int) -> None:
    enough, too_few = summarise(np.arange(least)), summarise(np.arange(least - 1))
    assert enough is not None
    assert too_few is not None
    assert name in enough.quantiles_ms
    assert name not in too_few.quantiles_ms


@given(st.sampled_from(list(QUANTILES)), st.integers(1, 10**7))
def test_rank(name: str, samples: int) -> None:
    share = Fraction(SHARES[name])
    assert rank(QUANTILES[name], samples) - 1 < share * samples <= rank(QUANTILES[name], samples)


def test_no_samples() -> None:
    assert summarise(np.array([], dtype=np.int64)) is None


def test_data_names_each_quantile() -> None:
    summary = summarise(np.full(100_000, 3))
    assert summary is not None
    assert list(summary.to_data()) == [*QUANTILES, "max", "mean", "min"]
    assert set(summary.to_data().values()) == {3.0}
