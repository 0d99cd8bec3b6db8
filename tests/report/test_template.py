"""What others wrote, on a page: it is text, all of it is seen, and it turns nothing else around."""

from pathlib import Path

import pytest

from streamgauge.report.index import index_page
from streamgauge.report.links import link_to
from streamgauge.report.page import report_page
from streamgauge.runs.reading import read_run

from .browser import Browser
from .html import Tags
from .made_runs import add_samples, latency_trial, make_run

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "attribute": "\" onload='alert(1)' x=\"",
    "lines": "first\nsecond\r\nthird",
    "turned": "\u202eabc\u2066def",
    "half": "\ud800 half a sign, \x00, \x1b[31m",
    "long": "x" * 10_000,
    "words": "word " * 2_000,
    "template": "{{ 7 * 7 }} {% raw %}",
}


def hostile_page(root: Path, text: str, kind: str) -> str:
    trials = [latency_trial(name, settings={"workload.set.pattern": text}) for name in ("dual", "flink")]
    folder = make_run(root, trials, workload=text, properties={"pattern": text}, machine={"cpu_model": text})
    for each in trials:
        add_samples(folder, each["label"])
    run = read_run(folder)
    return report_page([run]) if kind == "report" else index_page([run], [f"{text}: {text}"], root)


@pytest.mark.parametrize("kind", ["report", "index"])
@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_text(tmp_path: Path, name: str, kind: str) -> None:
    page = hostile_page(tmp_path, HOSTILE[name], kind)
    page.encode()
    assert not {*"\u202e\u2066\x00\x1b"} & {*page}
    tags = Tags(page)
    assert tags.names.count("script") == (kind == "index")
    assert "onload" not in {name for _, attributes in tags.found for name in attributes}
    assert "49" not in tags.text or name != "template"


@pytest.mark.parametrize("kind", ["report", "index"])
@pytest.mark.parametrize("name", ["long", "words", "attribute"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_does_not_widen_the_page(browser: Browser, tmp_path: Path, name: str, kind: str, width: int) -> None:
    seen = browser.look_at(hostile_page(tmp_path, HOSTILE[name], kind), tmp_path, width)
    assert seen.width <= width
    assert seen.cut == []
    assert seen.overlaps == []


def test_a_folder_is_never_taken_for_an_address(tmp_path: Path) -> None:
    runs = [read_run(make_run(tmp_path, [latency_trial("dual")], name=name)) for name in ("javascript:alert(1)", "a b#c?d%e")]
    assert [link_to(run, tmp_path) for run in runs] == ["javascript%3Aalert%281%29", "a%20b%23c%3Fd%25e"]
