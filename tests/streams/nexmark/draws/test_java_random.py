"""java.util.Random for many seeds at once: values from a Java runtime, and the twin for every draw and bound."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from tests.streams.nexmark import twin

SEEDS = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=8)
BOUNDS = st.integers(1, 2**31 - 1) | st.sampled_from([1, 2, 13, 2**20, 2**30, 2**30 + 1])


def generators(seeds: list[int]) -> tuple[JavaRandom, list[twin.Random]]:
    return JavaRandom.seeded(np.array(seeds, dtype=np.int64)), [twin.Random(seed) for seed in seeds]


def test_javas_values() -> None:
    """`new Random(42)`, and `new Random(-7)` with a bound that rejects nearly half of the draws."""
    random, _ = generators([42])
    assert [int(random.below(bound)[0]) for bound in (10, 16, 1_000_000_007)] == [0, 0, 467211241]
    assert random.long().tolist() == [884324181205335268]
    assert random.unit().tolist() == [0.9420735430282128]
    random, _ = generators([-7])
    assert [int(random.below(2**30 + 1)[0]) for _ in range(4)] == [577934662, 314447087, 677675436, 184135245]


@given(seeds=SEEDS, bounds=st.lists(BOUNDS, max_size=5))
def test_one_bound_for_all(seeds: list[int], bounds: list[int]) -> None:
    random, twins = generators(seeds)
    for bound in bounds:
        assert random.below(bound).tolist() == [one.below(bound) for one in twins]
    assert random.unit().tolist() == [one.unit() for one in twins]


@given(cases=st.lists(st.tuples(st.integers(0, 2**48), st.integers(1, 2**40) | BOUNDS), min_size=1, max_size=8))
def test_a_bound_for_each(cases: list[tuple[int, int]]) -> None:
    random, twins = generators([seed for seed, _ in cases])
    bounds = [bound for _, bound in cases]
    short = [min(bound, 2**31 - 1) for bound in bounds]
    assert random.below(np.array(short)).tolist() == [one.below(bound) for one, bound in zip(twins, short, strict=True)]
    drawn = random.below_long(np.array(bounds))
    assert drawn.tolist() == [one.below_long(bound) for one, bound in zip(twins, bounds, strict=True)]
    assert random.below(7).tolist() == [one.below(7) for one in twins]


@given(seeds=SEEDS, data=st.data())
def test_some_draw_and_the_others_wait(seeds: list[int], data: st.DataObject) -> None:
    random, twins = generators(seeds)
    rows = data.draw(st.lists(st.sampled_from(range(len(seeds))), unique=True))
    assert random.below_at(np.array(rows, dtype=np.int64), 100).tolist() == [twins[row].below(100) for row in rows]
    assert random.below(100).tolist() == [one.below(100) for one in twins]


@given(seeds=SEEDS, data=st.data())
def test_looking_ahead_and_skipping(seeds: list[int], data: st.DataObject) -> None:
    random, twins = generators(seeds)
    ahead = random.ahead(9, 32)
    draws = data.draw(st.lists(st.integers(0, 9), min_size=len(seeds), max_size=len(seeds)))
    random.skip(np.array(draws), 9)
    for row, one in enumerate(twins):
        assert ahead[row, : draws[row]].tolist() == [one.bits(32) for _ in range(draws[row])]
    assert random.below(2**30 + 1).tolist() == [one.below(2**30 + 1) for one in twins]
