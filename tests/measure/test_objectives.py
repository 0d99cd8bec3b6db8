"""Objectives: read, refused, met and missed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import figure_names
from streamgauge.measure.objectives import Objective, parse_objective

RESULT = {
    "latency_ms": {"p50": 12.0, "p99": 250.0, "p99.9": 900},
    "records_per_second": 50_000,
    "verified": True,
    "sustainable_rate": {"low": None},
}


@pytest.mark.parametrize(
    ("text", "value", "is_met"),
    [
        ("latency_ms.p99 < 250", 250.0, False),
        ("latency_ms.p99<=250", 250.0, True),
        ("latency_ms.p99.9 < 1e3", 900.0, True),
        ("records_per_second >= 50_000", 50_000.0, True),
        ("records_per_second > 50000.5", 50_000.0, False),
        ("latency_ms.p50 == 12", 12.0, True),
        ("latency_ms.p99.99 < 1000000", None, False),
        ("sustainable_rate.low > 0", None, False),
        ("jitter.median < 1", None, False),
    ],
)
def test_judging(text: str, value: float | None, is_met: bool) -> None:
    judged = parse_objective(text).judge(RESULT)
    assert (judged.value, judged.is_met) == (value, is_met)


@pytest.mark.parametrize(
    ("text", "what", "fix"),
    [
        ("latency_ms.p98 < 250", "no figure 'latency_ms.p98'", "did you mean 'latency_ms.p9"),
        ("latency < 250", "no figure 'latency'", "latency_ms"),
        ("latency_ms < 250", "no figure 'latency_ms'", "latency_ms."),
        ("verified == 1", "no figure 'verified'", "one of"),
        ("latency_ms.p99", "a figure, one of", "latency_ms.p99 < 250"),
        ("latency_ms.p99 < 250 ms", "a figure, one of", "latency_ms.p99 < 250"),
        ("latency_ms.p99 = 250", "a figure, one of", "latency_ms.p99 < 250"),
        ("latency_ms.p99 < fast", "a figure, one of", "latency_ms.p99 < 250"),
        ("", "a figure, one of", "latency_ms.p99 < 250"),
    ],
)
def test_refusals(text: str, what: str, fix: str) -> None:
    with pytest.raises(RequestError) as refusal:
        parse_objective(text)
    assert what in refusal.value.what
    assert fix in refusal.value.fix
    assert repr(text) in refusal.value.where


def test_the_figures_of_an_experiment_may_be_fewer() -> None:
    with pytest.raises(RequestError, match=r"no figure 'latency_ms\.p99'"):
        parse_objective("latency_ms.p99 < 250", ["records_per_second"])


@given(
    st.sampled_from(figure_names()),
    st.sampled_from(["<", "<=", ">", ">=", "=="]),
    st.floats(-1e15, 1e15).map(lambda value: float(f"{value:.15g}")),
)
def test_text_and_back(figure: str, comparison: str, limit: float) -> None:
    objective = Objective(figure, comparison, limit)
    assert parse_objective(str(objective)) == objective


def test_in_words_and_as_data() -> None:
    judged = parse_objective("latency_ms.p99 < 250").judge(RESULT)
    assert str(judged) == "missed: latency_ms.p99 < 250 (seen: 250)"
    assert judged.to_data() == {"objective": "latency_ms.p99 < 250", "value": 250.0, "is_met": False}
    nothing: dict[str, Any] = {}
    assert str(parse_objective("events > 1").judge(nothing)) == "missed: events > 1 (seen: no value)"
