"""Box plots against their definition, written slowly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.boxplot import box_plot


def between_ranks(values: list[int], share: float) -> float:
    """Type 7: the place `share` of the way from the first rank to the last, linearly between two values."""
    ordered, place = sorted(values), share * (len(values) - 1)
    below = int(place)
    above = min(below + 1, len(values) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=60))
def test_it_is_as_defined(values: list[int]) -> None:
    box = box_plot(np.array(values))
    assert box is not None
    low, median, high = (between_ranks(values, share) for share in (0.25, 0.5, 0.75))
    assert (box.low_quartile, box.median, box.high_quartile) == pytest.approx((low, median, high))
    reach = 1.5 * (box.high_quartile - box.low_quartile)
    inside = [value for value in values if box.low_quartile - reach <= value <= box.high_quartile + reach]
    assert box.low_whisker == min([*inside, box.low_quartile])
    assert box.high_whisker == max([*inside, box.high_quartile])
    assert box.outliers == len(values) - len(inside)
    assert (box.samples, box.min, box.max) == (len(values), min(values), max(values))


def test_an_outlier() -> None:
    box = box_plot(np.array([1, 2, 3, 4, 100]))
    assert box is not None
    assert box.to_data() == {
        "samples": 5,
        "median": 3,
        "low_quartile": 2,
        "high_quartile": 4,
        "low_whisker": 1,
        "high_whisker": 4,
        "outliers": 1,
        "min": 1,
        "max": 100,
    }


def test_no_values() -> None:
    assert box_plot(np.array([])) is None
