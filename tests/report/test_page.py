"""The page of a run: whole, offline, the same bytes for the same run; and what is damaged is said."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from streamgauge.errors import RequestError
from streamgauge.report.burst_chart import burst_chart
from streamgauge.report.page import run_page
from streamgauge.runs.reading import read_run

SECONDS = 40


def entry(engine: str, average_ms: float, **more: Any) -> dict[str, Any]:
    series = {
        "at_ms": [1_700_000_000_000 + 1000 * second for second in range(SECONDS)],
        "offered": [2000] * SECONDS,
        "achieved": [1990] * SECONDS,
        "backlog": [5.5] * SECONDS,
        "least_backlog": [0] * SECONDS,
        "latency_p50_ms": [7.0] * (SECONDS - 1) + [None],
        "latency_p95_ms": [9.0] * SECONDS,
        "latency_p99_ms": [400.0] * SECONDS,
    }
    figures = {"time_averaged_ms": average_ms, "calm_ms": 7.0, "overshoot_ms": 1.0, "excess_ms_s": 2.0, "highest_backlog": 9.0}
    burst = {"from_s": 10, "to_s": 20, "offered_per_second": 9.0, "achieved_per_second": 9.0, "catch_up_s": None} | figures
    about = {"engine": engine, "rate": "bursts:calm=2000", "emission": "update", "settings": {}, "outputs_per_input": 1.0}
    told = {
        "verified": True,
        "repeated": 0,
        "latency_ms": {"p50": 7.0, "p99": 400.0},
        "switches": [],
        "bursts": [burst],
        "trials": 1,
    }
    shown = {"series": series, "bursts": [burst], "lateness_ms": {"p99": 1.5}}
    return about | told | figures | shown | more


SWITCH = {
    "event": "switch", "at_ms": 1_700_000_012_500, "part": 1, "to": "operation stream", "stop_s": 0.2, "find_s": 0.0,
    "start_s": 0.3, "replayed": 12_345, "decision": {"why": "a burst at the source"},
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    result = {
        "experiment": "burst", "workload": "<script>alert(1)</script>", "trials": 1, "partial": False, "own_latency": None,
        "engines": [entry("spark-microbatch", 600.0), entry("dual", 50.0, switches=[SWITCH])], "comparisons": [],
    }  # fmt: skip
    (tmp_path / "manifest.json").write_text(json.dumps({"schema_version": 1, "run": "r", "status": "complete", "command": "x"}))
    (tmp_path / "result.json").write_text(json.dumps(result))
    return tmp_path


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_page_holds_everything_and_asks_for_nothing(folder: Path) -> None:
    page = run_page(read_run(folder))
    tags = Tags()
    tags.feed(page)
    names = [tag for tag, _ in tags.found]
    assert names.count("svg") == 1
    assert "script" not in names
    links = [value for _, attributes in tags.found for name, value in attributes.items() if name in ("src", "href")]
    assert not [link for link in links if link and not link.startswith("#")]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "dual 50 ms, spark-microbatch 600 ms" in page
    assert "12,345" in page
    assert "a burst at the source" in page


def test_equal_runs_give_equal_bytes(folder: Path) -> None:
    assert run_page(read_run(folder)) == run_page(read_run(folder))


def test_the_chart_marks_the_switch_and_leaves_gaps_out(folder: Path) -> None:
    chart = json.dumps(burst_chart(read_run(folder).result["engines"]))
    assert '"second": 12.5' in chart
    assert "NaN" not in chart


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("manifest.json", None, "no manifest.json"),
        ("manifest.json", "{", "cannot be read"),
        ("manifest.json", "[]", "no JSON object"),
        ("manifest.json", '{"schema_version": 99}', "schema version 99"),
        ("result.json", None, "no result"),
        ("result.json", '{"experiment": ', "cannot be read"),
    ],
)
def test_what_is_damaged_is_said(folder: Path, file: str, text: str | None, said: str) -> None:
    (folder / file).unlink()
    if text is not None:
        (folder / file).write_text(text)
    with pytest.raises(RequestError, match=said):
        read_run(folder)
