"""`report`: where pages go, and what is refused."""

from pathlib import Path

import pytest

from streamgauge.errors import ExitCode
from tests.report.made_runs import latency_trial, make_run, throughput_trial

from .command import Command


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    make_run(tmp_path / "runs", [latency_trial("dual"), latency_trial("reference", median_ms=20.0)], name="a")
    make_run(tmp_path / "runs", [throughput_trial("dual")], experiment="throughput", name="b")
    return tmp_path / "runs"


def test_a_run_gets_its_page_and_several_get_one(streamgauge: Command, runs: Path, tmp_path: Path) -> None:
    assert streamgauge("report", "last").code == ExitCode.OK
    assert "throughput of wordcount" in (runs / "b" / "report.html").read_text()
    outcome = streamgauge("report", "a", runs / "b", "--json")
    assert outcome.json["page"] == "report.html"
    assert outcome.json["bytes"] == (tmp_path / "report.html").stat().st_size
    assert streamgauge("report", "a", "--to", "x.html").code == ExitCode.OK
    assert "latency of wordcount" in (tmp_path / "x.html").read_text()


def test_an_index_of_all_runs(streamgauge: Command, runs: Path) -> None:
    (runs / "c").mkdir()
    (runs / "c" / "manifest.json").write_text('{"run": "c", "status": "failed"}')
    assert streamgauge("report", "--index", "--baseline", "reference").code == ExitCode.OK
    page = (runs / "index.html").read_text()
    assert "0.50 x" in page
    assert "the run has no result: its status is &#39;failed&#39;" in page


def test_runs_beside_what_was_published(streamgauge: Command, runs: Path, tmp_path: Path) -> None:
    outcome = streamgauge("report", "--published", "--json")
    names = ["000-streambench.html", "001-do.html", "002-iot.html", "003-strymon.html"]
    assert outcome.json["pages"] == [f"runs/published/{name}" for name in names]
    assert outcome.json["bytes"] == sum((runs / "published" / name).stat().st_size for name in names)
    page = (runs / "published" / names[0]).read_text()
    assert "400,000" in page  # words/s of run b
    assert streamgauge("report", "a", "--published", "--to", "there").code == ExitCode.OK
    assert "400,000" not in (tmp_path / "there" / names[0]).read_text().replace("1,400,000", "")


def test_what_was_published_can_be_read_before_anything_ran(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    assert streamgauge("report", "--published").code == ExitCode.OK
    assert "0 of its" in (tmp_path / "runs" / "published" / "003-strymon.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "which run?"),
        (("z",), "there is no run 'z'"),
        (("last", "--to", "nowhere/x.html"), "cannot be written"),
        (("last", "--baseline", "dual"), "only an index has a baseline"),
        (("--index", "--published"), "an index, or what was published?"),
        (("--published", "--to", "nowhere/there"), "cannot be written"),
        (("--published", "--to", "runs/a/plan.toml"), "is a file"),
        (("--index", "--baseline", "dul"), "did you mean 'dual'"),
        (("--index", "--runs", "nowhere"), "there is no run with a result"),
    ],
)
def test_what_cannot_be_reported_is_refused(streamgauge: Command, runs: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in streamgauge("report", *arguments).refuses()
