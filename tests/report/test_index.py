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
    (folders[0] / "result.json").write_text("{")
    found, unread = readable_runs(tmp_path)
    assert [run.id for run in found] == ["b", "c"]
    assert [text.partition(":")[0] for text in unread] == ["a"]


def test_it_is_filtered_and_set_in_relation_in_a_browser(browser: Browser, folders: list[Path], tmp_path: Path) -> None:
    page = page_of(folders)
    assert browser.look_at(page, tmp_path, 1280).rows == 5  # two of latency, each for two figures, and one of throughput
    chosen = browser.look_at(page, tmp_path, 1280, script=_CHOOSE)
    assert chosen.rows == 1
    assert browser.evaluate(_TIMES) == ["4.00 x", "1.00 x"]
    assert chosen.complaints == []
