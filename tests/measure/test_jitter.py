"""Jitter against the formula of seed work 002."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.jitter import jitter

COUNTS = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=1, max_size=30)


@given(COUNTS, st.floats(0.01, 20))
def test_it_is_the_formula(counts: list[tuple[int, int]], selectivity: float) -> None:
    outputs, inputs = (np.array(each) for each in zip(*counts, strict=True))
    mean_input = sum(inputs) / len(inputs)
    seen = jitter(outputs, inputs, selectivity)
    if mean_input == 0:
        assert seen is None
    else:
        expected = [(out - selectivity * into) / (selectivity * mean_input) for out, into in counts]
        assert seen == pytest.approx(expected, abs=1e-9)


def test_a_varying_input_that_is_followed_has_none() -> None:
    inputs = np.array([100, 900, 400])
    assert jitter(inputs * 10, inputs, selectivity=10.0) == pytest.approx([0, 0, 0])


def test_nothing_is_expected_of_a_filter_that_passes_nothing() -> None:
    assert jitter(np.array([0, 0]), np.array([5, 5]), selectivity=0.0) is None
