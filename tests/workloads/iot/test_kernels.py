"""The kernels of the IoT tasks: laws, and their twins on any values."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.flow.flaws import FlowError
from streamgauge.flow.kernels import KERNELS
from streamgauge.flow.kernels.bloom import bloom

from . import twin

FINITE = st.floats(-1e6, 1e6, allow_nan=False)


def run(name: str, values: list[Any], **parameters: float) -> list[tuple[Any, ...]]:
    """All rows that a kernel writes for the values; the state goes through lists, as some engines hand it back."""
    kernel = KERNELS[name]
    chosen = kernel.settings(parameters)
    state, rows = kernel.empty(chosen), []
    for value in values:
        state, written = kernel.step(chosen, state, (value,))
        rows += list(written)
        state = tuple(list(each) if isinstance(each, tuple) else each for each in state)
    return rows


@given(st.lists(FINITE, max_size=40), st.floats(0, 10), st.floats(0.01, 10))
def test_kalman_is_that_of_the_twin(values: list[float], q: float, r: float) -> None:
    rows = run("kalman", values, q=q, r=r)
    assert rows == [(n, z, x) for n, (z, x) in enumerate(zip(values, twin.kalman(values, q, r), strict=True))]


def test_kalman_comes_to_a_value_that_stays() -> None:
    assert run("kalman", [20.0] * 60)[-1][2] == pytest.approx(20.0, rel=1e-6)


@settings(deadline=None)
@given(st.lists(st.text(max_size=5), max_size=60), st.integers(1, 10))
def test_loglog_is_that_of_the_twin(texts: list[str], k: int) -> None:
    assert run("loglog", texts, k=k) == list(enumerate(twin.loglog(texts, k)))


def test_loglog_counts_many_to_a_few_percent() -> None:
    rows = run("loglog", [str(number % 20_000) for number in range(30_000)], k=10)
    assert rows[-1][1] == pytest.approx(20_000, rel=0.1)
    assert rows[-1][1] == rows[19_999][1]  # what was seen before changes nothing


@given(st.lists(st.integers(0, 30), max_size=80), st.integers(1, 12))
def test_moment_is_that_of_the_twin(values: list[int], slots: int) -> None:
    choose = [twin.mix(number) % slots for number in range(len(values))]
    assert run("moment", values, slots=slots) == list(enumerate(twin.moment(values, slots, choose)))


def test_moment_of_one_value_is_its_square() -> None:
    assert run("moment", [7] * 50, slots=1)[-1] == (49, 50 * 99)


@settings(deadline=None)
@given(st.lists(FINITE, max_size=40), st.integers(2, 12), st.integers(1, 5))
def test_trend_is_that_of_the_twin(values: list[float], train: int, predict: int) -> None:
    rows = run("trend", values, train=train, predict=predict)
    expected = [(n, ahead, each) for n, line in twin.trend(values, train, predict) for ahead, each in enumerate(line, 1)]
    assert [row[:2] for row in rows] == [row[:2] for row in expected]
    assert [row[2] for row in rows] == pytest.approx([row[2] for row in expected], rel=1e-7, abs=1e-3)


@given(st.floats(-100, 100), st.floats(-10, 10))
def test_trend_goes_on_along_a_line(start: float, slope: float) -> None:
    rows = run("trend", [start + slope * n for n in range(12)])
    assert len(rows) == 20
    for number, ahead, predicted, mean in rows:
        assert predicted == pytest.approx(start + slope * (number + ahead), abs=1e-9)
        assert mean == pytest.approx(start + slope * (number + 5.5), abs=1e-9)


def test_a_bloom_filter_never_misses_a_member_and_lets_few_others_pass() -> None:
    passed = {value for _, value in run("bloom", list(range(20_000)), expected=20_000)}
    assert passed >= set(range(0, 20_000, 2))
    assert len(passed) - 10_000 < 20  # it is half full: far fewer than one in a hundred
    beyond = bloom(20_000, 0.01)
    assert sum(beyond.may_hold(value) for value in range(20_000, 60_000)) < 40


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 300), st.sampled_from([0.5, 0.1, 0.01, 0.0001]), st.lists(st.integers(-(2**63), 2**63 - 1), max_size=50))
def test_bloom_is_that_of_the_twin(expected: int, share: float, values: list[int]) -> None:
    held = set().union(*(twin.bloom_bits(member, expected, share) for member in range(0, expected, 2)))
    values = [*values, *range(expected + 5)]
    passing = [(n, value) for n, value in enumerate(values) if twin.bloom_bits(value, expected, share) <= held]
    assert run("bloom", values, expected=expected, false_share=share) == passing


def test_a_bloom_filter_can_keep_what_does_not_pass() -> None:
    rows = run("bloom", [4, 5, None, 6], expected=100, keep=1)
    assert rows == [(0, 4), (1, None), (2, None), (3, 6)]


@given(st.lists(st.none() | FINITE, max_size=40), st.integers(1, 6))
def test_interpolation_fills_gaps_with_the_mean_of_the_last(values: list[float | None], window: int) -> None:
    rows = run("interpolate", values, window=window)
    assert [row[0] for row in rows] == list(range(len(values)))
    for number, value, is_filled in rows:
        known = [each for each in values[:number] if each is not None][-window:]
        assert is_filled == (values[number] is None and bool(known))
        expected = values[number] if values[number] is not None else sum(known) / len(known) if known else None
        assert value == expected


@pytest.mark.parametrize("name", ["bloom", "kalman", "loglog", "moment", "trend"])
def test_nulls_do_not_count(name: str) -> None:
    kernel = KERNELS[name]
    settings = kernel.settings({})
    state = kernel.empty(settings)
    assert kernel.step(settings, state, (None,)) == (state, ())


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("bloom", {"false_share": 0}),
        ("loglog", {"k": 17}),
        ("kalman", {"r": 0}),
        ("moment", {"slots": 0}),
        ("trend", {"train": 1}),
    ],
    ids=str,
)
def test_parameters_have_domains(name: str, parameters: dict[str, float]) -> None:
    with pytest.raises(FlowError, match=next(iter(parameters))):
        KERNELS[name].settings(parameters)
