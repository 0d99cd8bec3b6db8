"""`compare`: exit codes, what it prints, which runs it finds."""

import json
import shutil
from pathlib import Path

import pytest

from streamgauge.errors import ExitCode
from tests.report.made_runs import burst_trial, latency_trial, make_run

from .command import Command


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Three runs, the last of them twice as slow."""
    for name, times in (("20260101-000000-a", 1), ("20260102-000000-b", 1), ("20260103-000000-c", 2)):
        trials = [latency_trial("dual", number, times * value) for number, value in enumerate((10.0, 10.1, 9.9), start=1)]
        make_run(tmp_path / "runs", trials, name=name)
    return tmp_path / "runs"


def test_the_last_two_runs(streamgauge: Command, runs: Path) -> None:
    outcome = streamgauge("compare", "last~1", "last")
    assert (outcome.code, outcome.err) == (ExitCode.OK, "")
    assert "20260102-000000-b" in outcome.out
    assert "times the median latency, 95 % interval" in outcome.out
    assert "worse" in outcome.out
    assert "a drift of the machine between them is not in the intervals" in " ".join(outcome.out.split())


def test_by_path_and_by_name_as_json(streamgauge: Command, runs: Path) -> None:
    data = streamgauge("compare", runs / "20260101-000000-a", "20260102-000000-b", "--json").json
    verdicts = {each["figure"]: each["verdict"] for each in data["figures"]}
    assert verdicts["latency_ms.p99"] == "no difference seen"
    assert data["subject"] == "latency of wordcount"


@pytest.mark.parametrize(
    ("contender", "gate", "code"),
    [
        ("last", "latency_ms.p99 worse than 5%", ExitCode.OBJECTIVE_MISSED),
        ("last~1", "latency_ms.p99 worse than 5%", ExitCode.OK),
        ("last", "gc_s worse than 5%", ExitCode.OK),
    ],
)
def test_a_gate_decides_the_exit_code(streamgauge: Command, runs: Path, contender: str, gate: str, code: ExitCode) -> None:
    outcome = streamgauge("compare", "last~2", contender, "--fail-on", gate)
    assert outcome.code == code, outcome
    assert ("FAILED: " if code else "passed: ") in outcome.out


def test_a_gate_does_not_close_on_a_disturbed_run_without_a_word(streamgauge: Command, runs: Path) -> None:
    trials = [latency_trial("dual", number, 30.0 + number / 10, disturbed=True) for number in (1, 2, 3)]
    make_run(runs, trials, name="20260104-000000-d", partial=True)
    outcome = streamgauge("compare", "last~1", "last", "--fail-on", "latency_ms.p99 worse than 5%")
    assert outcome.code == ExitCode.OBJECTIVE_MISSED
    told = " ".join(outcome.out.split())
    assert "doubtful: 20260104-000000-d was cut short" in told
    assert "doubtful: 20260104-000000-d: others used the machine in 3 of 3 trials of dual" in told


def test_too_few_trials_are_no_pass(streamgauge: Command, tmp_path: Path) -> None:
    for name in ("a", "b"):
        make_run(tmp_path / "runs", [latency_trial("dual")], name=name)
    outcome = streamgauge("compare", "a", "b", "--fail-on", "latency_ms.p99 worse than 5%", "--json")
    assert outcome.code == ExitCode.INCONCLUSIVE
    assert [each["judgement"] for each in outcome.json["gates"]] == ["unknown"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("last", "last~9"), "there are 3 runs"),
        (("last", "20260103-000000-x"), "did you mean '20260103-000000-c'"),
        (("last", "runs"), "there is no manifest.json"),
        (("last", "last", "--fail-on", "latency_ms.p98 worse than 5%"), "did you mean 'latency_ms.p99'"),
        (("last", "last", "--fail-on", "latency_ms.p99 < 5"), "worse than"),
        (("last~1", "last", "--figure", "epoch_ms.p50"), "the baseline has no figure"),
        (("last~1", "last", "--fail-on", "records_per_second worse than 100%"), "cannot become worse by more than 100 %"),
        (("last", "last"), "both are the same run"),
    ],
)
def test_what_cannot_be_compared_is_refused(streamgauge: Command, runs: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in streamgauge("compare", *arguments).refuses()


def test_a_wrong_answer_and_another_workload(streamgauge: Command, runs: Path) -> None:
    make_run(runs, [latency_trial("dual", verified=False)], name="wrong")
    assert streamgauge("compare", "last~1", "wrong").refuses(ExitCode.WRONG_ANSWER)
    result = json.loads((runs / "wrong" / "result.json").read_text())
    (runs / "wrong" / "result.json").write_text(json.dumps(result | {"workload": "grep"}))
    assert "the workload is wordcount in one and grep" in streamgauge("compare", "20260103-000000-c", "wrong").refuses()


@pytest.mark.parametrize("lost", [{4}, {1, 2, 3, 4}], ids=["one", "all"])
def test_a_figure_that_trials_lost_is_no_pass(streamgauge: Command, tmp_path: Path, lost: set[int]) -> None:
    for name, without in (("a", set()), ("b", lost)):
        trials = [burst_trial("dual", number, catch_up_s=None if number in without else 5.0) for number in (1, 2, 3, 4)]
        make_run(tmp_path / "runs", trials, experiment="burst", name=name)
    outcome = streamgauge("compare", "a", "b", "--fail-on", "catch_up_s worse than 5%", "--json")
    assert outcome.code == ExitCode.INCONCLUSIVE
    assert outcome.json["doubts"] == [f"b: {len(lost)} of 4 trials of dual have no catch_up_s"]
    (gate,) = outcome.json["gates"]
    assert gate["judgement"] == "unknown"
    assert gate["sentence"].startswith("dual: ")


def test_a_property_that_was_given_as_its_default_is_the_same(streamgauge: Command, runs: Path) -> None:
    trials = [latency_trial("dual", number) for number in (1, 2, 3)]
    make_run(runs, trials, name="20260105-000000-e", properties={"vocabulary": "10000", "distribution": "uniform"})
    assert streamgauge("compare", "20260101-000000-a", "last").code == ExitCode.OK
    make_run(runs, trials, name="20260106-000000-f", properties={"vocabulary": "77"})
    assert "the property vocabulary is 10000 in one and 77" in streamgauge("compare", "last~1", "last").refuses()


def test_the_last_run_is_the_one_that_was_started_last(streamgauge: Command, runs: Path) -> None:
    """However folders are called: `cp -r runs/2026... runs/baseline` makes no newer run."""
    shutil.copytree(runs / "20260101-000000-a", runs / "baseline")
    trials = [latency_trial("dual", number) for number in (1, 2, 3)]
    make_run(runs, trials, name="20260107-000000-g", started="2026-11-17T00:00:00+00:00")
    assert streamgauge("compare", "baseline", "last", "--json").json["contender"] == "20260107-000000-g"
