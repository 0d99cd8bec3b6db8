"""Comparisons: what they must find, what they must not, and that the intervals keep their promise."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.statistics import Effect, Verdict, alternating, compare, noise_floor

NOISE = 0.03


def trials(random: np.random.Generator, count: int, level: float = 1000.0, noise: float = NOISE) -> list[float]:
    values: list[float] = (level * random.lognormal(0, noise, count)).tolist()
    return values


@pytest.mark.parametrize("count", [3, 5, 10])
def test_equal_things_show_no_difference(count: int) -> None:
    for block in range(5):
        random = np.random.default_rng([block, count])
        effects = [compare(trials(random, count), trials(random, count)) for _ in range(20)]
        assert sum(each.verdict is Verdict.NO_DIFFERENCE for each in effects) >= 19


@pytest.mark.parametrize("change", [1.1, 1 / 1.1])
def test_a_change_of_ten_percent_is_found_with_five_trials(change: float) -> None:
    random = np.random.default_rng(3)
    effects = [compare(trials(random, 5), trials(random, 5, 1000 * change)) for _ in range(40)]
    assert sum(each.verdict is Verdict.DIFFERENT and (each.ratio or 1) / change < 1.1 for each in effects) >= 37


@pytest.mark.parametrize(("count", "noises"), [(3, (0.03, 0.03)), (4, (0.2, 0.02)), (5, (0.03, 0.1)), (8, (0.03, 0.03))])
def test_intervals_cover_the_truth(count: int, noises: tuple[float, float]) -> None:
    """Of 400 intervals of 95 %, 380 are expected to; below 365 would be three standard errors off."""
    random = np.random.default_rng(11)
    covered = 0
    for _ in range(400):
        effect = compare(trials(random, count, noise=noises[0]), trials(random, count, 1500, noise=noises[1]))
        assert effect.low is not None
        assert effect.high is not None
        covered += effect.low <= 1.5 <= effect.high
    assert covered >= 365


def test_the_same_trials_give_the_same_effect() -> None:
    a, b = [100.0, 103.0, 98.0], [120.0, 125.0, 119.0]
    assert compare(a, b) == compare(a, b)


def test_turned_round_the_ratio_is_turned_round() -> None:
    a, b = [100.0, 103.0, 98.0, 101.0], [120.0, 131.0, 119.0]
    there, back = compare(a, b), compare(b, a)
    assert there.ratio == pytest.approx(1 / (back.ratio or 0))
    assert there.low == pytest.approx(1 / (back.high or 0), rel=0.02)


@pytest.mark.parametrize(
    ("baseline", "contender", "verdict"),
    [
        ([1.0, 1.0], [5.0, 5.0, 5.0], Verdict.TOO_FEW),
        ([], [], Verdict.TOO_FEW),
        ([1.0, 0.0, 1.0], [5.0, 5.0, 5.0], Verdict.NO_RATIO),
        ([5.0, 5.0, 5.0], [5.0, 5.0, 5.0], Verdict.NO_DIFFERENCE),
        ([5.0, 5.0, 5.0], [10.0, 10.0, 10.0], Verdict.DIFFERENT),
    ],
)
def test_borders(baseline: list[float], contender: list[float], verdict: Verdict) -> None:
    assert compare(baseline, contender).verdict is verdict


def test_a_difference_within_the_noise_floor_is_none() -> None:
    a, b = [100.0, 100.1, 99.9, 100.0], [103.0, 103.1, 102.9, 103.0]
    assert compare(a, b).verdict is Verdict.DIFFERENT
    assert compare(a, b, noise_floor=0.05).verdict is Verdict.NO_DIFFERENCE
    slight = [100.6, 100.7, 100.5, 100.6]
    assert compare(a, slight).verdict is Verdict.NO_DIFFERENCE


@pytest.mark.parametrize(
    ("baseline", "contender", "verdict"),
    [
        ([2.0] * 3, [3.0] * 3, Verdict.NO_DIFFERENCE),
        ([2.0] * 3, [7.0] * 3, Verdict.DIFFERENT),
        ([100.0] * 3, [103.0] * 3, Verdict.DIFFERENT),
    ],
)
def test_what_is_finer_than_the_stamps_is_no_difference(baseline: list[float], contender: list[float], verdict: Verdict) -> None:
    effect = compare(baseline, contender, resolution=1.0)
    assert effect.verdict is verdict
    assert effect.ratio is not None
    assert effect.low == pytest.approx(effect.ratio / (1 + 1 / baseline[0]))
    assert effect.high == pytest.approx(effect.ratio * (1 + 1 / baseline[0]))
    assert compare(baseline, contender).verdict is Verdict.DIFFERENT


def test_noise_floor() -> None:
    assert noise_floor([100.0], [103.0]) == noise_floor([103.0], [100.0]) == pytest.approx(0.03)
    assert noise_floor([90.0, 110.0], [90.0, 110.0]) == 0
    assert noise_floor([], [1.0]) is None
    assert noise_floor([0.0], [1.0]) is None


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect(Verdict.DIFFERENT, 2.1, 1.9, 2.3), "2.1 times the throughput, 95 % interval 1.9 to 2.3"),
        (Effect(Verdict.DIFFERENT, 1.104, 1.062, 1.148), "1.10 times the throughput, 95 % interval 1.06 to 1.15"),
        (Effect(Verdict.DIFFERENT, 0.0478, 0.0441, 0.0519), "0.048 times the throughput, 95 % interval 0.044 to 0.052"),
        (Effect(Verdict.DIFFERENT, 35.2, 30.1, 41.4), "35 times the throughput, 95 % interval 30 to 41"),
        (
            Effect(Verdict.NO_DIFFERENCE, 1.012, 0.98, 1.04),
            "no difference seen in throughput: 1.01 times, 95 % interval 0.98 to 1.04",
        ),
        (Effect(Verdict.TOO_FEW), "not enough trials (throughput)"),
    ],
)
def test_sentences(effect: Effect, words: str) -> None:
    assert effect.sentence("throughput") == words
    assert list(effect.to_data().values()) == [effect.verdict.value, effect.ratio, effect.low, effect.high]


@given(st.integers(1, 4), st.integers(0, 9))
def test_trials_alternate(names: int, rounds: int) -> None:
    order = alternating(list("ABCD"[:names]), rounds)
    assert all(order.count(name) == rounds for name in "ABCD"[:names])
    turns = [order[start : start + names] for start in range(0, len(order), names)]
    assert all(before == after[::-1] for before, after in pairwise(turns))
