"""`suite`: every suite can be planned; one that runs leaves run folders and an index, whatever becomes of its parts."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from streamgauge.cli.earlier import EarlierRuns
from streamgauge.cli.suite_outcome import Outcome
from streamgauge.errors import EngineError, ExitCode, InconclusiveError, StreamgaugeError
from streamgauge.experiments.plan_file import planned_runs
from streamgauge.suites import Suite, SuitePlan, load_suite, suite_names

from .command import Command

FILES = {"engines": {"reference": {}}, "transport": {"kind": "files"}, "limits": {"quiet_s": 0.5}}


def plan(workload: str | list[str], **more: object) -> SuitePlan:
    data = {"experiment": "throughput", "events": 20_000, "workload": {"name": workload}, **FILES}
    return SuitePlan("a small flow", "5 records/s in 1999", has_published_rates=False, data=data | more)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[SuitePlan]:
    """A suite called small, of the plans that a test puts into this list; a fast machine too takes several writes for each."""
    monkeypatch.setattr("streamgauge.transport.files.writer._LONGEST_WAIT_S", 0.01)
    plans: list[SuitePlan] = []
    monkeypatch.setattr("streamgauge.suites.load_suite", lambda name: Suite(name, "small flows", tuple(plans)))
    return plans


@pytest.mark.parametrize("name", suite_names())
def test_every_suite_can_be_planned(streamgauge: Command, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each plan is checked as `run --plan` checks it, and something of it can be run where all engines are set up."""
    monkeypatch.setattr("streamgauge.host.environments.is_ready", lambda _: True)
    suite = load_suite(name)
    assert suite.summary
    for rates, is_published in (("scaled", False), ("published", True)):
        plans = [each for each in suite.plans if each.has_published_rates == is_published]
        outcome = streamgauge("suite", name, "--dry-run", "--rates", rates, "--json")
        assert outcome.code == (ExitCode.OK if plans else ExitCode.WRONG_REQUEST), outcome
        assert {each.about for each in plans} == {row["about"] for row in outcome.json.get("planned", [])}


def test_suites_are_listed_and_an_unknown_one_is_refused(streamgauge: Command) -> None:
    names = [each["name"] for each in streamgauge("suite", "--json").json["suites"]]
    assert {"iot", "nexmark", "operators", "quick", "seeds"} <= set(names)
    assert names == suite_names()
    assert [each["name"] for each in streamgauge("list", "suites", "--json").json["suites"]] == names
    assert "operators" in streamgauge("suite").out
    assert "did you mean 'quick'" in streamgauge("suite", "qick").refuses()


def test_a_suite_runs_each_workload_and_makes_an_index(streamgauge: Command, small: list[SuitePlan], tmp_path: Path) -> None:
    small.append(plan(["wordcount", "operator-explode"]))
    outcome = streamgauge("suite", "small")
    assert outcome.code == ExitCode.OK, outcome
    assert outcome.out.count("published: 5 records/s in 1999") == 2
    assert "run 2 of 2: throughput of operator-explode" in outcome.err
    index = (tmp_path / "runs" / "index.html").read_text()
    assert "operator-explode" in index
    assert len(list((tmp_path / "runs").glob("*-throughput-*/report.html"))) == 2
    assert index.count("-throughput-operator-explode/report.html") == 1
    assert not (tmp_path / "runs" / "published").exists()


def test_what_cannot_run_is_skipped_and_what_fails_does_not_end_the_suite(streamgauge: Command, small: list[SuitePlan]) -> None:
    small += [plan("grep", limits={"limit_s": 0.001}), plan("wordcount"), plan("operator-explode")]
    outcome = streamgauge("suite", "small", "--engine", "reference,spark-realtime", "--json")
    assert outcome.code == ExitCode.ENGINE_FAILED, outcome
    data = outcome.json
    assert [each["workload"] for each in data["runs"]] == ["wordcount", "operator-explode"]
    assert ["had not finished" in each["what"] for each in data["failed"]] == [True]
    assert len(data["skipped"]) == 3
    assert "on spark-realtime" in data["skipped"][0]


def test_an_error_that_nobody_foresaw_does_not_end_the_suite(
    streamgauge: Command, small: list[SuitePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("streamgauge.cli.suite.run_planned", fail)
    small += [plan("grep"), plan("wordcount")]
    outcome = streamgauge("suite", "small", "--json")
    assert outcome.code == ExitCode.ENVIRONMENT, outcome
    assert [each["what"] for each in outcome.json["failed"]] == ["OSError: disk full"] * 2


def test_after_ctrl_c_a_suite_ends_and_says_so(
    streamgauge: Command, small: list[SuitePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure that Ctrl-C caused is not taken for the engine's, after which the others would run."""
    monkeypatch.setattr("streamgauge.cli.suite.was_interrupted", lambda: True)
    small += [plan("grep", limits={"limit_s": 0.001}), plan("wordcount")]
    outcome = streamgauge("suite", "small")
    assert outcome.code == ExitCode.INTERRUPTED, outcome
    assert "run 2 of 2" not in outcome.err


def test_an_interrupted_suite_goes_on(streamgauge: Command, small: list[SuitePlan]) -> None:
    small.append(plan(["wordcount", "operator-explode"]))
    first = [Path(each["folder"]) for each in streamgauge("suite", "small", "--json").json["runs"]]
    (first[1] / "result.json").write_text("{")  # damaged
    left = streamgauge("suite", "small", "--resume", "--dry-run", "--json").json["planned"]
    assert [each["workload"] for each in left] == ["operator-explode"]
    outcome = streamgauge("suite", "small", "--resume", "--json")
    assert outcome.code == ExitCode.OK, outcome
    again = [Path(each["folder"]) for each in outcome.json["runs"]]
    assert [after == before for before, after in zip(first, again, strict=True)] == [True, False]
    assert all(each["published"] for each in outcome.json["runs"])
    assert f"run 1 of 2: throughput of wordcount: there already, {first[0]}" in outcome.err


def test_only_complete_runs_of_the_same_plan_release_and_machine_are_taken_over(streamgauge: Command, tmp_path: Path) -> None:
    data = dict(plan("wordcount").data)
    (planned,) = planned_runs(data, "here")
    streamgauge(
        "run", "throughput", "wordcount", "--engine", "reference", "--events", "20000", "--transport", "files", "--quiet", "0.5"
    )
    runs = tmp_path / "runs"
    (folder,) = runs.iterdir()
    earlier = EarlierRuns(runs)
    assert earlier.take(planned_runs(data | {"events": 21_000}, "here")[0]) is None
    taken = earlier.take(planned)
    assert taken is not None
    assert (taken["folder"], taken["workload"]) == (str(folder), "wordcount")
    assert earlier.take(planned) is None  # it was taken
    manifest = json.loads((folder / "manifest.json").read_text())
    for change in ({"status": "interrupted"}, {"streamgauge": "0.0.1"}, {"machine": manifest["machine"] | {"cores": 64}}):
        (folder / "manifest.json").write_text(json.dumps(manifest | change))
        assert EarlierRuns(runs).take(planned) is None


def test_nothing_is_run_by_a_dry_run(streamgauge: Command, small: list[SuitePlan], tmp_path: Path) -> None:
    small.append(plan(["grep", "wordcount"]))
    outcome = streamgauge("suite", "small", "--dry-run", "--trials", "7")
    assert outcome.code == ExitCode.OK
    assert "grep, wordcount" in outcome.out
    assert list(tmp_path.iterdir()) == []
    assert "has no published rates" in streamgauge("suite", "small", "--rates", "published").refuses()


def test_only_the_plans_that_are_named(streamgauge: Command) -> None:
    planned = streamgauge("suite", "seeds", "--dry-run", "--only", "000, Figure 5.2", "--json").json["planned"]
    assert {(each["experiment"], each["workload"], each["points"]) for each in planned} == {("throughput", "wordcount", 4)}
    assert "nearly 2" in planned[0]["published"]
    assert "no plan of seeds says 'table 99'" in streamgauge("suite", "seeds", "--only", "table 99").refuses()


def test_a_suite_about_published_works_sets_its_runs_beside_them(
    streamgauge: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seeds = load_suite("seeds")
    first = replace(seeds.plans[0], data=plan("wordcount").data)
    monkeypatch.setattr("streamgauge.suites.load_suite", lambda _: replace(seeds, plans=(first,)))
    outcome = streamgauge("suite", "seeds", "--json")
    assert outcome.code == ExitCode.OK, outcome
    assert [Path(each).name for each in outcome.json["pages"]] == ["index.html", "000-streambench.html"]
    page = (tmp_path / "runs" / "published" / "000-streambench.html").read_text()
    assert "2 of its 2 tables and figures" in page
    assert "events 20,000 instead of" not in page


def test_engines_that_are_not_set_up_are_left_out(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("streamgauge.host.environments.is_ready", lambda _: False)
    data = streamgauge("suite", "seeds", "--dry-run", "--only", "000, figure 5.4", "--json").json
    assert [each["engines"] for each in data["planned"]] == ["spark-microbatch, spark-realtime"]
    assert data["skipped"] == ["latency of wordcount on flink: not set up; streamgauge setup flink"]


def test_a_short_suite_tries_every_plan_and_makes_no_figures(
    streamgauge: Command, small: list[SuitePlan], tmp_path: Path
) -> None:
    """One plan has too little to do to prove anything: that is no failure, and none is taken for a result."""
    small += [plan("grep", events=50), plan("wordcount", trials=3), plan("operator-explode", events=30_000)]
    outcome = streamgauge("suite", "small", "--short")
    assert outcome.code == ExitCode.OK, outcome
    assert outcome.out.count("a small flow (short: a try, no figures)") == 3
    assert "FAILED" not in outcome.out
    manifests = [json.loads(each.read_text()) for each in sorted((tmp_path / "runs").glob("*/manifest.json"))]
    assert [each["short"] for each in manifests] == [True] * 3
    results = [json.loads(each.read_text()) for each in sorted((tmp_path / "runs").glob("*/result.json"))]
    assert [each["trials"] for each in results] == [1] * 3
    assert all(each["engines"][0]["inconclusive"].startswith("short: a try, no figures") for each in results)


@pytest.mark.parametrize(
    ("is_right", "failed", "code"),
    [
        (True, [], ExitCode.OK),
        (False, [], ExitCode.WRONG_ANSWER),
        (True, [InconclusiveError], ExitCode.OK),
        (False, [InconclusiveError], ExitCode.WRONG_ANSWER),
        (False, [InconclusiveError, EngineError], ExitCode.ENGINE_FAILED),
    ],
)
def test_a_short_suite_fails_for_a_wrong_answer_and_for_a_failure(
    is_right: bool, failed: list[type[StreamgaugeError]], code: ExitCode
) -> None:
    """Neither a measurement that proves nothing nor an objective that is missed is one."""
    result = {"engines": [{"verified": is_right, "inconclusive": "short", "objectives": [{"is_met": False}]}]}
    errors = [error("it fell", where="here", fix="again") for error in failed]
    assert Outcome(is_short=True, results=[result], failed=errors).code == code


def test_short_runs_are_not_taken_for_whole_ones(streamgauge: Command, small: list[SuitePlan]) -> None:
    """The plan is as small as a short one, so that the two differ in nothing but the mark."""
    small.append(plan("wordcount", trials=1))

    def folder(*flags: str) -> str:
        (run,) = streamgauge("suite", "small", "--resume", "--json", *flags).json["runs"]
        return str(run["folder"])

    short = folder("--short")
    whole = folder()
    assert whole != short
    assert (folder("--short"), folder()) == (short, whole)


def unforeseen(*_: object, **__: object) -> str:
    raise LookupError("nobody foresaw this")


def test_results_are_printed_even_if_the_pages_cannot_be_made(
    streamgauge: Command, small: list[SuitePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    small.append(plan("wordcount"))
    monkeypatch.setattr("streamgauge.report.index.index_page", unforeseen)
    outcome = streamgauge("suite", "small")
    assert outcome.code != ExitCode.OK
    assert "throughput of wordcount" in outcome.out


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--engine", "flnk"), "did you mean 'flink'"),
        (("--engine", "reference,reference"), "engine reference is given twice"),
        (("--engine", ""), "there is no engine ''"),
        (("--trials", "0"), "0 trials"),
        (("--trials", "-1"), "-1 trials"),
    ],
)
def test_nonsense_is_refused_and_taken_for_no_gap(
    streamgauge: Command, small: list[SuitePlan], tmp_path: Path, flags: tuple[str, ...], said: str
) -> None:
    small.append(plan("wordcount"))
    assert said in streamgauge("suite", "small", *flags).refuses()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("flags", [(), ("--dry-run",)])
def test_that_nothing_can_run_is_an_error(
    streamgauge: Command, small: list[SuitePlan], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    """Log files are not for real-time mode, which is no matter of setting up; other engines have to be set up first."""
    small += [plan("wordcount"), plan("operator-explode")]
    said = streamgauge("suite", "small", "--engine", "spark-realtime", *flags).refuses()
    assert "nothing of it can be run here: throughput of wordcount on spark-realtime: " in said
    assert ", and 1 more" in said
    monkeypatch.setattr("streamgauge.host.environments.is_ready", lambda _: False)
    small[:] = [replace(each, data={**each.data, "transport": {"kind": "kafka"}}) for each in small]
    said = streamgauge("suite", "small", "--engine", "flink,bytewax", *flags).refuses(ExitCode.ENVIRONMENT)
    assert "try:   streamgauge setup flink, then streamgauge setup bytewax" in said
    assert list(tmp_path.iterdir()) == []
