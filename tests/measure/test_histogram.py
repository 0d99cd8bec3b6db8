"""The histogram keeps its bound, and adding histograms is like adding their samples."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from streamgauge.measure.histogram import RELATIVE_ERROR, Histogram
from streamgauge.measure.latency import QUANTILES, summarise

WHOLE = st.lists(st.integers(0, 10**10), max_size=300).map(lambda values: np.array(values, dtype=np.int64))
REAL = st.lists(st.floats(0.001, 10**10), min_size=1, max_size=300).map(np.array)
SHARES = st.sampled_from([*QUANTILES.values(), 0.01, 0.0, 1.0])


def exact(values: NDArray[np.float64], share: float) -> float:
    rank = max(1, math.ceil(Fraction(str(share)) * len(values)))
    return float(np.sort(values)[rank - 1])


@given(REAL, SHARES)
def test_quantiles_keep_the_bound(values: NDArray[np.float64], share: float) -> None:
    expected = exact(values, share)
    assert abs(Histogram.of(values).quantile_ms(share) - expected) <= RELATIVE_ERROR * expected * (1 + 1e-9)


@given(WHOLE, WHOLE, WHOLE)
def test_adding_is_adding_samples(first: NDArray[np.int64], second: NDArray[np.int64], third: NDArray[np.int64]) -> None:
    a, b, c = map(Histogram.of, (first, second, third))
    whole = Histogram.of(np.concatenate([first, second, third])).to_data()
    assert ((a + b) + c).to_data() == (a + (b + c)).to_data() == (c + b + a).to_data() == whole


@given(WHOLE)
def test_plain_data_and_back(values: NDArray[np.int64]) -> None:
    data = Histogram.of(values).to_data()
    assert Histogram.from_data(json.loads(json.dumps(data))).to_data() == data


def test_summary_is_that_of_the_samples_within_the_bound() -> None:
    values = np.random.default_rng(1).lognormal(4, 1.5, 200_000).astype(np.int64) + 1
    seen, expected = Histogram.of(values).summary(), summarise(values)
    assert seen is not None
    assert expected is not None
    assert seen.quantiles_ms == pytest.approx(expected.quantiles_ms, rel=RELATIVE_ERROR)
    assert set(seen.quantiles_ms) == set(QUANTILES)
    assert (seen.samples, seen.mean_ms, seen.min_ms, seen.max_ms) == (
        expected.samples,
        expected.mean_ms,
        expected.min_ms,
        expected.max_ms,
    )


def test_what_lies_outside_is_counted_at_the_border() -> None:
    histogram = Histogram.of(np.array([-5.0, 0.0, 0.0004, 1e12]))
    assert histogram.samples == 4
    assert [histogram.quantile_ms(share) for share in (0.25, 0.5, 0.75)] == [0.0, 0.0, 0.0]
    assert histogram.quantile_ms(1.0) == pytest.approx(2**44 / 1000, rel=0.01)
    assert (histogram.min_ms, histogram.max_ms) == (-5.0, 1e12)


def test_no_samples() -> None:
    empty = Histogram.of(np.array([]))
    assert empty.summary() is None
    assert (empty + Histogram.of(np.array([2]))).to_data() == Histogram.of(np.array([2])).to_data()
