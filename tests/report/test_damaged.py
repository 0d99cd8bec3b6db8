"""A result that somebody has damaged is refused by name; an index shows the others and says which is missing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streamgauge.errors import RequestError
from streamgauge.report.compare import compare_runs
from streamgauge.report.index import index_page
from streamgauge.report.page import report_page
from streamgauge.runs.reading import Run, read_run

from .html import Tags
from .made_runs import latency_trial, make_run

Damage = Callable[[dict[str, Any]], None]


def damaged(root: Path, damage: Damage) -> Path:
    folder = make_run(root, [latency_trial("dual")], name="damaged")
    result = json.loads((folder / "result.json").read_text())
    for entry in (*result["engines"], *result["measured"]):
        damage(entry)
    (folder / "result.json").write_text(json.dumps(result))
    return folder


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry.update(latency_ms="fast"),
        lambda entry: entry.update(latency_ms={"p50": "6", "p99": []}),
        lambda entry: entry.update(latency_ms={"p50": float("inf")}, latency_box_ms={}),
        lambda entry: entry.update(objectives=[1]),
        lambda entry: entry.pop("outputs_per_input"),
        lambda entry: entry.pop("label"),
    ],
    ids=["text", "types", "infinite", "objectives", "no figure", "no label"],
)
def test_a_page_of_it_is_refused_and_names_it(tmp_path: Path, damage: Damage) -> None:
    with pytest.raises(RequestError, match="a figure cannot be read") as refused:
        report_page([read_run(damaged(tmp_path, damage))])
    assert refused.value.where.endswith("damaged/result.json")


@pytest.fixture
def two(tmp_path: Path) -> list[Run]:
    """A whole run, and one whose manifest has a strange machine."""
    whole, other = (read_run(make_run(tmp_path, [latency_trial("dual")], name=name)) for name in ("whole", "damaged"))
    other.manifest["machine"] = "mine"
    return [whole, other]


def test_an_index_shows_the_others(tmp_path: Path, two: list[Run]) -> None:
    text = Tags(index_page(two, [], tmp_path)).text
    assert "1 run" in text
    assert "damaged: a figure cannot be read" in text


def test_a_comparison_with_it_is_refused(two: list[Run]) -> None:
    with pytest.raises(RequestError, match="a figure cannot be read"):
        compare_runs(two[0], two[1])


def test_a_number_that_is_none_is_a_dash(tmp_path: Path) -> None:
    folder = damaged(tmp_path, lambda entry: entry.update(outputs_per_input=float("nan"), others_cores=float("inf")))
    assert "nan" not in Tags(report_page([read_run(folder)])).text
