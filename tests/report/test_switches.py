"""The table of switches: what each cost, with definitions."""

from pathlib import Path

from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.page import report_page
from streamgauge.report.sections.switches import switch_table
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import SWITCH, burst_trial, make_run

COLUMNS = ("engine", "second", "part", "range", "to", "stopped for s", "replayed", "why")


def test_its_numbers_lead_to_definitions(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [burst_trial("dual", switches=[SWITCH])], experiment="burst")
    table = switch_table(read_run(folder))
    assert table is not None
    assert table.headings == COLUMNS
    assert table.rows == [("dual", 12.5, 1, "1, 2", "operation stream", 0.5, 12_345, "a burst at the source")]
    page = Tags(report_page([read_run(folder)]))
    assert {"#def-stopped_s", "#def-replayed"} <= {*page.links}
    assert DEFINITIONS["stopped_s"].meaning in page.text


def test_the_commit_before_a_switch_has_a_column_where_it_is_told(tmp_path: Path) -> None:
    switches = [SWITCH | {"commit_s": 0.314}, SWITCH]
    table = switch_table(read_run(make_run(tmp_path, [burst_trial("dual", switches=switches)], experiment="burst")))
    assert table is not None
    assert [row[5:7] for row in table.rows] == [(0.31, 0.5), ("-", 0.5)]
    assert table.defines["committed in s"] in DEFINITIONS


def test_how_long_nothing_came_out_is_told_of_each_switch_of_a_part(tmp_path: Path) -> None:
    other, later = SWITCH | {"part": 2}, SWITCH | {"at_ms": SWITCH["at_ms"] + 9_000}
    first = {"event": "first output", "part": 1, "after_s": 1.234, "at_ms": SWITCH["at_ms"] + 1_000}
    trial = burst_trial("dual", switches=[SWITCH, other, first, later])
    table = switch_table(read_run(make_run(tmp_path, [trial], experiment="burst")))
    assert table is not None
    assert [row[5] for row in table.rows] == [1.23, "-", "-"]
    assert table.defines["silent for s"] in DEFINITIONS


def test_without_switches_there_is_no_table(tmp_path: Path) -> None:
    assert switch_table(read_run(make_run(tmp_path, [burst_trial("dual")], experiment="burst"))) is None
