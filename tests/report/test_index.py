"""The index over many runs: which figures stand beside each other, what is relative to what, and that it works in a browser."""

from pathlib import Path

import pytest

from streamgauge.report.index import index_page, readable_runs
from streamgauge.runs.reading import read_run

from .browser import Browser
from .html import Tags
from .made_runs import latency_trial, make_run, throughput_trial

NASTY = "<script>alert(1)</script>"

# Chooses another baseline and other words, as a person would.
_CHOOSE = """(() => {
  const choose = (id, kind, value) => {
    document.getElementById(id).value = value;
    document.getElementById(id).dispatchEvent(new Event(kind));
  };
  choose("words", "input", "WORDCOUNT latency_ms.p50");
  choose("baseline", "change", "spark-realtime");
})()"""
_TIMES = '[...document.querySelectorAll("tbody tr:not([hidden]) small")].map(each => each.textContent)'


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    engines = {"spark-microbatch": 40.0, "spark-realtime": 10.0}
    trials = [latency_trial(name, median_ms=value) for name, value in engines.items()]
    wrong = [latency_trial("spark-microbatch"), latency_trial("spark-realtime", verified=False)]
    return [
        make_run(tmp_path, trials, name="a"),
        make_run(tmp_path, wrong, name="b", workload="grep", properties={"pattern": NASTY}),
        make_run(tmp_path, [throughput_trial("dual", inconclusive="late")], experiment="throughput", name="c"),
    ]


def page_of(folders: list[Path], baseline: str | None = None) -> str:
    return index_page([read_run(each) for each in folders], [], folders[0].parent, baseline)


def test_figures_are_relative_to_the_baseline_of_the_same_run(folders: list[Path]) -> None:
    assert "0.25 x" in page_of(folders)
    assert "4.00 x" in page_of(folders, "spark-realtime")


def test_the_baseline_is_the_engine_that_most_rows_have(tmp_path: Path) -> None:
    first = make_run(tmp_path, [throughput_trial("bytewax")], experiment="throughput", name="a")
    both = make_run(tmp_path, [latency_trial("bytewax"), latency_trial("dual")], name="b")
    alone = make_run(tmp_path, [latency_trial("dual")], name="c")
    assert '<span id="baseline-name">dual</span>' in page_of([first, both, alone])


def test_options_that_an_engine_was_given_stand_beside_its_figures(tmp_path: Path) -> None:
    plan = {"engines": {"flink": {"emission": "mini-batch"}, "dual": {}}}
    folder = make_run(tmp_path, [latency_trial("flink"), latency_trial("dual")], name="a", plan=plan)
    assert "2,000 records/s, flink: emission mini-batch" in Tags(page_of([folder])).text


def test_outputs_for_each_input_stand_beside_figures_and_are_defined(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [latency_trial("flink", outputs_per_input=10.5), latency_trial("spark", outputs_per_input=None)])
    page = page_of([folder])
    assert page.count("10.5 each</span>") == 2  # the median and the 99th percentile
    assert page.count(" each</span>") == 2
    assert 'id="def-outputs_per_input"' in page


def test_engines_stand_side_by_side_where_a_workload_was_measured_in_several_ways(tmp_path: Path) -> None:
    """By the last runs that prove something, on the machine of the newest of them."""
    names, machines = ("flink", "bytewax"), {"here": {"cpu_model": "A"}, "elsewhere": {"cpu_model": "B"}}
    trials = {
        kind: [make(each) for each in names] for kind, make in (("latency", latency_trial), ("throughput", throughput_trial))
    }
    tried = [throughput_trial(each, inconclusive="short: a try, no figures", records_per_second=7.0) for each in names]
    folders = [make_run(tmp_path, trials[kind], experiment=kind, name=kind, machine=machines["here"]) for kind in trials]
    folders.append(make_run(tmp_path, tried, experiment="throughput", name="tried", machine=machines["elsewhere"]))
    text = Tags(page_of(folders)).text
    assert "wordcount, emission update: all engines" in text
    assert "p50 ms" in text
    assert "all engines" not in Tags(page_of(folders[1:])).text


def test_what_proves_nothing_has_no_figure(folders: list[Path]) -> None:
    text = Tags(page_of(folders)).text
    assert "WRONG" in text
    assert "inconclusive" in text


def test_names_are_text_links_lead_to_runs_and_bytes_are_equal(folders: list[Path]) -> None:
    (folders[0] / "report.html").write_text("x")
    page = page_of(folders)
    tags = Tags(page)
    assert tags.names.count("script") == 1
    assert NASTY in tags.text
    assert {link for link in tags.links if not link.startswith("#")} == {"a/report.html", "b", "c"}
    assert page == page_of(folders)


def test_runs_that_cannot_be_read_are_named(folders: list[Path], tmp_path: Path) -> None:
    """And one that was given another name is read where it is."""
    (folders[0] / "result.json").write_text("{")
    (folders[1] / "manifest.json").write_text("[")
    folders[2].rename(tmp_path / "baseline")
    found, unread = readable_runs(tmp_path)
    assert [run.path.name for run in found] == ["baseline"]
    assert [text.partition(":")[0] for text in unread] == ["a", "b"]


def test_it_is_filtered_and_set_in_relation_in_a_browser(browser: Browser, folders: list[Path], tmp_path: Path) -> None:
    page = page_of(folders)
    assert browser.look_at(page, tmp_path, 1280).rows == 5  # two of latency, each for two figures, and one of throughput
    chosen = browser.look_at(page, tmp_path, 1280, script=_CHOOSE)
    assert chosen.rows == 1
    assert browser.evaluate(_TIMES) == ["4.00 x", "1.00 x"]
    assert chosen.complaints == []


def test_what_was_offered_stands_beside_a_figure(tmp_path: Path) -> None:
    alike = [latency_trial(name) for name in ("dual", "flink")]
    own = [latency_trial(name, rate=rate) for name, rate in (("dual", "900"), ("flink", "7000"))]
    swept = [latency_trial("dual", rate=rate, settings={"rate": rate}, label=f"x{rate}") for rate in ("100", "200")]
    folders = [make_run(tmp_path, trials, name=name) for name, trials in (("a", alike), ("b", own), ("c", swept))]
    text = Tags(page_of(folders)).text
    assert text.count("2,000 records/s") == 2  # one for each of the two figures of latency
    assert text.count("each engine at a rate of its own") == 2
    assert text.count("rate 100") == 2
    assert "100 records/s" not in text


def test_points_that_look_alike_are_rows_of_their_own(tmp_path: Path) -> None:
    """Of a long value the middle is left out, and there they may differ."""
    shapes = [f"bursts:calm=2000,burst=10000/30000,start={start},length=30,gap=30,count=4" for start in (20, 40)]
    trials = [
        latency_trial("dual", 1, ms, settings={"rate": each}, label=each) for ms, each in zip((11.0, 22.0), shapes, strict=True)
    ]
    text = Tags(page_of([make_run(tmp_path, trials, name="a")])).text
    assert "update111.00 x" in text  # 11, once that of the baseline
    assert "update221.00 x" in text


def test_a_swept_property_is_told_of_each_row_and_not_the_first_value_of_all(tmp_path: Path) -> None:
    """Results of before told the first value as a property of the run."""
    place = "workload.set.distribution"
    trials = [latency_trial("dual", settings={place: each}, label=each) for each in ("uniform", "zipf")]
    properties = {"distribution": "uniform", "vocabulary": "77"}
    text = Tags(page_of([make_run(tmp_path, trials, name="a", properties=properties)])).text
    assert text.count("distribution zipf, vocabulary 77") == 2  # one for each of the two figures of latency
    assert text.count("distribution uniform, vocabulary 77") == 2
    assert text.count("distribution uniform") == 2
