"""The switch range: the seed's Figure 7, and the rule itself."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.engines.dual.ranges import switch_range

SEED = (8, 0.625, 1, 0.1)  # Figure 7: lambda of operations 1 to 4; a fifth follows


def test_figure_7_of_the_seed() -> None:
    assert list(switch_range(2, [1, *SEED, 1])) == [2, 3, 4]


def test_the_amplifier_stays() -> None:
    """WordCount with constant input: the split multiplies by ten, and what follows switches."""
    assert list(switch_range(2, [1, 10, 1])) == [2]


@pytest.mark.parametrize(
    ("surge", "expected"),
    [(1.5, [1, 2]), (2.5, [1, 2, 3]), (30, [1, 2, 3, 4])],  # the wider the larger the burst; in the end to the end
)
def test_a_burst_at_the_source_counts_as_what_comes_before_the_first_part(surge: float, expected: list[int]) -> None:
    assert list(switch_range(1, [surge, 1, 0.5, 0.5, 1])) == expected


def test_where_nothing_passes_the_range_ends() -> None:
    assert list(switch_range(1, [float("inf"), 1, 0, 5])) == [1, 2]


@given(lambdas=st.lists(st.floats(0, 20), min_size=2, max_size=8), data=st.data())
def test_it_is_the_smallest_range_behind_which_no_more_comes_than_before(lambdas: list[float], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(lambdas) - 1))
    found = switch_range(first, lambdas)
    assert found[0] == first
    products = [math.prod(lambdas[first - 1 : last + 1]) for last in found]
    assert all(product >= 1 for product in products[:-1])
    assert products[-1] < 1 or found[-1] == len(lambdas) - 1
