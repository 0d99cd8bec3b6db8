"""Jitter, CPU and memory as box plots, with a table whose figures lead to their definitions."""

from pathlib import Path

from streamgauge.report.page import report_page
from streamgauge.report.sections.spread import spread_section
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import box, latency_trial, make_run, throughput_trial


def test_each_is_drawn_told_and_tabled(tmp_path: Path) -> None:
    trials = [latency_trial(each, number, jitter=box(-0.04)) for each in ("dual", "flink") for number in (1, 2)]
    section = spread_section(read_run(make_run(tmp_path, trials)), "")
    captions = [each.caption for each in section.figures]
    assert len(captions) == 3
    assert captions[0].startswith("Jitter, share of the outputs of a mean second. dual: half of the seconds between -0.020 and")
    assert "half of the seconds between 0.35 and 1.40" in captions[1]
    assert "half of the seconds between 450 and 1,800" in captions[2]
    assert all("Dots are the medians of the trials." in each for each in captions)
    (table,) = section.tables
    assert table.rows[0] == ("dual", "jitter, share of the outputs of a mean second", -0.01, -0.02, -0.04, -0.08, -0.12, 3)
    assert table.rows[-1] == ("flink", "memory of the engine, MB", 225, 450, 900, 1800, 2700, 3)


def test_every_figure_leads_to_its_definition(tmp_path: Path) -> None:
    links = Tags(report_page([read_run(make_run(tmp_path, [latency_trial("dual")]))])).links
    assert {"#def-jitter", "#def-cpu_box_cores", "#def-memory_box_bytes", "#def-box_plot"} <= {*links}


def test_what_a_run_does_not_have_is_left_out(tmp_path: Path) -> None:
    some = make_run(tmp_path, [latency_trial("dual", jitter=None)], name="some")
    assert [each.caption.partition(".")[0] for each in spread_section(read_run(some), "").figures] == [
        "CPU of the engine, cores",
        "Memory of the engine, MB",
    ]
    none = make_run(tmp_path, [throughput_trial("dual")], experiment="throughput", name="none")
    assert spread_section(read_run(none), "").is_empty
