"""The table of what the dual engine learnt."""

from pathlib import Path

from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.part_model import PartModel
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.page import report_page
from streamgauge.report.sections.learnt import learnt_table
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import START_MS, burst_trial, make_run


def test_each_part_shows_its_values_and_what_they_rest_on(tmp_path: Path) -> None:
    first, second = PartModel().calibrated(data_rate=23_144.0), PartModel()
    told = {"event": "model", "at_ms": START_MS + 60_000, **Model((first, second)).to_data()}
    run = read_run(make_run(tmp_path, [burst_trial("dual", switches=[told])], experiment="burst"))
    table = learnt_table(run)
    assert table is not None
    assert table.headings == ("engine", "trial", "value", "part 1", "part 2")
    assert table.rows[0] == ("dual", 1, "PD records/s", "23,144 (calibrated)", "10,000 (default)")
    assert set(table.explains.values()) <= DEFINITIONS.keys()
    page = Tags(report_page([run]))
    assert "what the dual engine learnt" in page.text
    assert "#def-model" in page.links


def test_trials_of_fewer_parts_have_rows_as_long(tmp_path: Path) -> None:
    told = [{"event": "model", "at_ms": START_MS, **Model((PartModel(),) * parts).to_data()} for parts in (1, 3)]
    trials = [burst_trial("dual", switches=[each]) for each in told]
    table = learnt_table(read_run(make_run(tmp_path, trials, experiment="burst")))
    assert table is not None
    assert {len(row) for row in table.rows} == {len(table.headings)} == {6}
    assert table.rows[0][3:] == ("10,000 (default)", "-", "-")


def test_other_engines_have_none(tmp_path: Path) -> None:
    assert learnt_table(read_run(make_run(tmp_path, [burst_trial("spark-realtime")], experiment="burst"))) is None
