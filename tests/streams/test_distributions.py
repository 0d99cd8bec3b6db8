"""Normal and Zipf draws: the shipped table, the definition of the weights, and the fast look-up against a plain one."""

from bisect import bisect_right
from fractions import Fraction
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.streams import generator
from streamgauge.streams.normal import SIGMA, normal
from streamgauge.streams.normal_table import normal_thresholds
from streamgauge.streams.thresholds import Thresholds
from streamgauge.streams.zipf import zipf, zipf_thresholds

from . import twin

THRESHOLDS = st.integers(1, 2**64 - 1)
EDGES = np.array([0, 1, 2**48 - 1, 2**48, 2**63, 2**64 - 2, 2**64 - 1], dtype=np.uint64)


def bits(count: int) -> generator.Bits:
    return generator.draw(generator.event_keys(generator.stream_key(1, "distributions"), 0, count), 0)


def test_shipped_table_is_what_its_script_makes() -> None:
    shipped = (files("streamgauge.streams") / "normal_table.txt").read_text(encoding="ascii")
    assert shipped == "".join(f"{threshold}\n" for threshold in normal_thresholds())


def test_table_is_symmetric() -> None:
    table = list(normal_thresholds())
    assert table[383] == 2**63
    assert all(low + high == 2**64 - 1 for low, high in zip(table[:383], reversed(table[384:]), strict=True))


def test_normal_equals_the_twin() -> None:
    drawn = np.concatenate([bits(2000), EDGES])
    assert normal(drawn).tolist() == [twin.normal(int(x)) for x in drawn]


def test_normal_moments() -> None:
    z = normal(bits(200_000)) / SIGMA
    assert abs(z.mean()) < 0.01
    assert abs(z.std() - 1) < 0.01
    assert abs((np.abs(z) > 1.96).mean() - 0.05) < 0.005


@given(values=st.lists(THRESHOLDS, max_size=50), drawn=st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20))
def test_look_up_equals_a_binary_search(values: list[int], drawn: list[int]) -> None:
    crowded = sorted([*values, *(value ^ 1 or 1 for value in values)])
    counted = Thresholds(crowded).count(np.array([*drawn, *crowded], dtype=np.uint64))
    assert counted.tolist() == [bisect_right(crowded, x) for x in [*drawn, *crowded]]


@pytest.mark.parametrize("exponent", [0.3, 1, 1.1, 2.5, 4])
def test_zipf_look_up_equals_a_binary_search(exponent: float) -> None:
    thresholds = zipf_thresholds(10_000, exponent)
    near = [t + d for t in thresholds[::97] for d in (-1, 0, 1) if t + d < 2**64]
    drawn = np.concatenate([bits(2000), EDGES, np.array(near, dtype=np.uint64)])
    assert zipf(10_000, exponent).count(drawn).tolist() == [bisect_right(thresholds, int(x)) for x in drawn]


@pytest.mark.parametrize("exponent", [1, 2, 3])
def test_zipf_thresholds_of_whole_exponents(exponent: int) -> None:
    """With whole exponents the definition needs no powers of decimals, only fractions."""
    weights = [round(Fraction(2**96, k**exponent)) for k in range(1, 301)]
    expected = [2**64 * sum(weights[:k]) // sum(weights) for k in range(1, 300)]
    assert zipf_thresholds(300, exponent) == expected


def test_zipf_thresholds_of_half_an_exponent() -> None:
    """2^96 / sqrt(k) = sqrt(2^192 / k): nearest whole number by integer square roots."""
    from math import isqrt

    weights = [(isqrt(4 * 2**192 // k) + 1) // 2 for k in range(1, 301)]
    expected = [2**64 * sum(weights[:k]) // sum(weights) for k in range(1, 300)]
    assert zipf_thresholds(300, 0.5) == expected


def test_zipf_frequencies() -> None:
    counts = np.bincount(zipf(1000, 1).count(bits(200_000)), minlength=1000)
    harmonic = sum(1 / k for k in range(1, 1001))
    for rank in (1, 2, 10, 100):
        expected = 200_000 / rank / harmonic
        assert abs(counts[rank - 1] - expected) < 5 * expected**0.5


def test_one_rank_is_always_drawn() -> None:
    assert zipf(1, 1).count(EDGES).tolist() == [0] * len(EDGES)
