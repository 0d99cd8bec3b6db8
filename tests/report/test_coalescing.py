"""Who writes once for several updates is told, of every experiment, on the page and on the screen."""

from typing import Any

import pytest

from streamgauge.report.coalescing import coalescing_in_words
from streamgauge.report.remarks import remarks

TOLD = "spark coalesces updates: it writes 0.25 outputs for each input, flink 10.5."


def entry(engine: str, outputs: float | None, **more: Any) -> dict[str, Any]:
    common = {"settings": {}, "emission": "update", "verified": True, "objectives": []}
    return common | {"engine": engine, "outputs_per_input": outputs} | more


def result(*entries: dict[str, Any], experiment: str = "latency") -> dict[str, Any]:
    return {"experiment": experiment, "engines": list(entries), "comparisons": [], "partial": False}


@pytest.mark.parametrize("experiment", ["latency", "throughput", "sustain", "burst", "sweep", "breakdown"])
def test_it_is_told_of_every_experiment_on_screen_too(experiment: str) -> None:
    told = result(entry("spark", 0.25), entry("flink", 10.5), experiment=experiment)
    assert coalescing_in_words(told) == [TOLD]
    assert remarks(told) == [TOLD]


@pytest.mark.parametrize("other", [entry("spark", 9.6), entry("spark", None), entry("spark", 0.25, verified=False)])
def test_about_as_much_or_unknown_or_a_wrong_answer_tells_nothing(other: dict[str, Any]) -> None:
    assert remarks(result(other, entry("flink", 10.5))) == []


def test_a_tenth_less_is_less() -> None:
    assert coalescing_in_words(result(entry("spark", 9.4), entry("flink", 10.5)))


def test_emissions_are_not_mixed() -> None:
    assert remarks(result(entry("spark", 0.25, emission="final"), entry("flink", 10.5))) == []
