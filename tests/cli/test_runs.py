"""`run` into a run folder, and what `list`, `show` and `doctor` say."""

import json
import os
import time
import tomllib
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from streamgauge.cli.run import _rate_flags
from streamgauge.errors import ExitCode
from streamgauge.experiments import throughput
from streamgauge.experiments.catalogue import QUESTIONS
from streamgauge.experiments.preload import preload
from streamgauge.experiments.trial import Trial
from streamgauge.host import environments, jars
from streamgauge.workloads import workloads

from .command import Command, streamgauge_process

FILES = ("--engine", "reference", "--transport", "files", "--quiet", "0.5")


def test_a_throughput_run_and_its_folder(tmp_path: Path) -> None:
    outcome = streamgauge_process("run", "throughput", "grep", *FILES, "--events", "200000", "--json", cwd=tmp_path)
    assert outcome.code == ExitCode.OK, outcome
    folder = tmp_path / outcome.json["folder"]
    assert folder.parent.name == "runs"
    names = {path.name for path in folder.iterdir()}
    assert names == {"manifest.json", "plan.toml", "events.jsonl", "result.json", "trials", "samples", "logs"}

    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert manifest["run"] == folder.name
    assert manifest["command"].startswith("streamgauge run throughput grep --engine reference")
    assert manifest["machine"]["cores"] > 0
    plan = tomllib.loads((folder / "plan.toml").read_text())
    assert (plan["workload"]["name"], list(plan["engines"]), plan["events"]) == ("grep", ["reference"], 200_000)
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events] == ["start", "stop"]

    result = json.loads((folder / "result.json").read_text())
    assert result["engines"] == outcome.json["engines"]
    (entry,) = result["engines"]
    assert (entry["verified"], entry["differences"], entry["emission"]) == (True, [], "insert")
    has_time = entry["records_per_second"] <= 160_000  # else the four fifths that are measured take less than a second
    assert bool(entry["resources"]) == bool(entry["records_per_core_second"]) == has_time
    names = {path.name for path in (folder / "samples").iterdir()}
    assert names == {"reference-throughput.parquet", "reference-resources.parquet"}
    table = pq.read_table(folder / "samples" / "reference-throughput.parquet")
    assert round(table.num_rows / 200_000, 3) == entry["outputs_per_input"]
    assert 0 <= min(table["position"].to_pylist()) <= max(table["position"].to_pylist()) < 200_000


def test_a_run_that_proves_nothing_says_why(streamgauge: Command) -> None:
    outcome = streamgauge("run", "throughput", "grep", *FILES, "--events", "50")
    assert outcome.code == ExitCode.INCONCLUSIVE
    assert "wrote everything at once" in outcome.out
    (run,) = streamgauge("list", "runs", "--json").json["runs"]
    assert run["status"] == "complete"


def test_a_run_that_fails_has_a_status_and_no_result(streamgauge: Command, tmp_path: Path) -> None:
    outcome = streamgauge("run", "throughput", "grep", *FILES, "--events", "5000", "--limit", "0.001")
    assert outcome.code == ExitCode.ENGINE_FAILED
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads((folder / "manifest.json").read_text())["status"] == "failed"
    assert not (folder / "result.json").exists()
    assert "failure" in (folder / "events.jsonl").read_text()
    (run,) = streamgauge("list", "runs", "--json").json["runs"]
    assert (run["run"], run["status"]) == (folder.name, "failed")


def test_a_run_that_fails_after_a_trial_prints_one_object(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(
        """
        experiment = "throughput"
        workload.name = "grep"
        events = [200_000, 200_001]
        engines.reference = {}
        transport.kind = "files"
        limits = { quiet_s = 0.5, limit_s = [60.0, 0.001] }
        """
    )
    outcome = streamgauge("run", "--plan", "plan.toml", "--json")
    assert outcome.code == ExitCode.ENGINE_FAILED, outcome
    assert outcome.json["partial"] is True
    assert len(outcome.json["measured"]) == 1
    assert outcome.json["error"]["exit_code"] == ExitCode.ENGINE_FAILED
    assert "had not finished" in outcome.err


@pytest.mark.parametrize("given", [("--seed", "1"), ("--partitions", "2"), ("--limit", "120")], ids=" ".join)
def test_what_a_plan_has_in_tables_of_its_own_is_refused_beside_it_even_as_it_is_by_default(
    streamgauge: Command, tmp_path: Path, given: tuple[str, str]
) -> None:
    (tmp_path / "plan.toml").write_text('experiment = "throughput"\nworkload.name = "grep"\ntransport.partitions = 8')
    assert "a plan has its own" in streamgauge("run", "--plan", "plan.toml", *given).refuses()


def test_rates_reach_the_sweep_of_a_plan_of_several_experiments() -> None:
    assert _rate_flags("1000,5000", ["latency", "sweep"]) == {"rate": ["1000", "5000"], "rates": "1000/5000"}
    assert _rate_flags("1000,5000", ["sweep"]) == _rate_flags("1000,5000", "sweep") == {"rates": "1000/5000"}
    assert _rate_flags("bursts:calm=1,burst=2", "burst") == {"rate": "bursts:calm=1,burst=2"}


def test_a_plan_is_swept_and_run_again(streamgauge: Command, tmp_path: Path) -> None:
    """Two sizes, two trials; then the plan that the folder keeps, with one trial."""
    (tmp_path / "plan.toml").write_text(
        """
        experiment = "throughput"
        events = [4_000, 8_000]
        trials = 2
        objectives = ["records_per_second > 1"]
        workload.name = "wordcount"
        engines.reference = {}
        transport.kind = "files"
        limits.quiet_s = 0.5
        """
    )
    outcome = streamgauge("run", "--plan", "plan.toml", "--json")
    assert outcome.code == ExitCode.OK, outcome
    result = outcome.json
    assert [(each["settings"]["events"], each["events"], each["trials"]) for each in result["engines"]] == [
        (4_000, 4_000, 2),
        (8_000, 8_000, 2),
    ]
    assert [each["label"] for each in result["measured"]] == [f"reference-point{p}-{t}" for p in (1, 2) for t in (1, 2)]
    assert all(each["objectives"][0]["is_met"] for each in result["engines"])

    again = streamgauge("run", "--plan", Path(result["folder"]) / "plan.toml", "--trials", "1", "--objective", "events < 1")
    assert again.code == ExitCode.OBJECTIVE_MISSED, again
    assert "MISSED: reference at events 4000: events < 1 (seen: 4000)" in again.out
    assert "what it took" in again.out


def test_several_experiments_make_several_runs(streamgauge: Command, tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(
        """
        experiment = "throughput"
        events = 40_000
        workload.name = ["operator-explode", "wordcount"]
        engines.reference = {}
        transport.kind = "files"
        limits.quiet_s = 0.5
        """
    )
    outcome = streamgauge("run", "--plan", "plan.toml", "--json")
    assert outcome.code == ExitCode.OK, outcome
    assert [run["workload"] for run in outcome.json["runs"]] == ["operator-explode", "wordcount"]
    assert len(streamgauge("list", "runs", "--json").json["runs"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("run",),
        ("run", "latency"),
        ("run", "latncy", "grep"),
        ("run", "latency", "grep", "--plan", "x.toml"),
        ("run", "--plan", "missing.toml"),
        ("run", "latency", "grep", "--objective", "speed < 3"),
        ("run", "latency", "grep", "--trials", "0"),
        ("run", "latency", "grep", "--warmup", "soon"),
        ("run", "burst", "grep", "--rate", "2000"),
        ("run", "sustain", "grep", "--seconds", "2"),
        ("run", "sustain", "grep", "--warmup", "auto"),
        ("run", "burst", "grep", "--warmup", "soon"),
        ("run", "sweep", "grep", "--rate", "1000,x"),
        ("run", "closed", "operator-tumbling-final"),
        ("run", "throughput", "grep", "--events", "0"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_measured_is_refused_before_anything_is_made(
    streamgauge: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    streamgauge(*arguments).refuses()
    assert list(tmp_path.iterdir()) == []


def test_list(streamgauge: Command) -> None:
    assert [row["name"] for row in streamgauge("list", "--json").json["workloads"]] == sorted(workloads())
    engines = streamgauge("list", "engines", "--json").json["engines"]
    assert {"reference", "spark-microbatch", "spark-realtime"} <= {engine["name"] for engine in engines}
    assert {row["name"] for row in streamgauge("list", "experiments", "--json").json["experiments"]} == set(QUESTIONS)
    assert streamgauge("list", "runs", "--json").json["runs"] == []
    for what in ("workloads", "engines", "experiments", "runs"):
        outcome = streamgauge("list", what)
        assert (outcome.code, outcome.err) == (0, "")
        assert what in outcome.out


def test_list_passes_over_what_is_no_run(streamgauge: Command, tmp_path: Path) -> None:
    nonsense = {"a": "{", "b": "[]", "c": "3", "d": '{"status": "complete"}', "e": "\x00", "f": ""}
    for name, text in nonsense.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(text)
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "manifest.json").write_bytes(b"\xff\xfe")
    (tmp_path / "h" / "manifest.json").mkdir(parents=True)
    (tmp_path / "file").write_text("x")
    (tmp_path / "i").mkdir()
    (tmp_path / "i" / "manifest.json").write_text('{"run": "i", "started": {"x": 1}}')
    assert [row["run"] for row in streamgauge("list", "runs", "--runs", tmp_path, "--json").json["runs"]] == ["i"]
    assert streamgauge("list", "runs", "--runs", tmp_path).code == 0
    assert streamgauge("list", "runs", "--runs", "/dev/null", "--json").json["runs"] == []


def test_show(streamgauge: Command) -> None:
    data = streamgauge("show", "wordcount", "--json").json
    assert data["answer"] == {"identity": ["word"], "values": ["count"]}
    assert [step["kind"] for step in data["steps"]] == ["source", "explode", "aggregate", "sink"]
    assert {row["engine"]: row["runs it"] for row in data["support"]}["spark-realtime"] == "yes"
    assert {row["engine"]: row["between topics in"] for row in data["support"]}["spark-realtime"] == "kafka"
    changed = streamgauge("show", "wordcount", "--set", "vocabulary=77", "--json").json
    assert next(p for p in changed["properties"] if p["name"] == "vocabulary")["value"] == 77
    text = streamgauge("show", "grep", "--engine", "reference")
    assert text.code == 0
    assert "matches: filter, row by row" in text.out


def test_doctor_finds_this_machine_healthy(streamgauge: Command, tmp_path: Path) -> None:
    outcome = streamgauge("doctor", "--json")
    assert outcome.code == ExitCode.OK, outcome
    assert outcome.json["healthy"] is True
    states = {check["check"]: check["state"] for check in outcome.json["checks"]}
    assert {"java", "memory", "cores", "disk", "ports", "engines", "jars", "broker"} <= states.keys()
    assert states["broker"] == "ok"
    assert list(tmp_path.iterdir()) == []


def test_doctor_asks_nothing_of_an_engine_that_nobody_has_set_up(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its jars are not fetched by the plain `setup` either."""
    monkeypatch.setattr(environments, "is_ready", lambda _: False)
    monkeypatch.setattr(jars, "missing", lambda group: jars.pinned(group) if group.startswith("flink") else [])
    outcome = streamgauge("doctor", "--json")
    assert outcome.code == ExitCode.OK, outcome
    told = next(check for check in outcome.json["checks"] if check["check"] == "engines")
    assert (told["state"], told["fix"]) == ("ok", "streamgauge setup bytewax flink")


def test_a_wrong_answer_ends_a_run_with_its_own_code(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are kept and shown; the exit code says that they are of a wrong answer."""
    monkeypatch.setattr(throughput, "preload", lambda workload, topic, events: preload(workload, topic, events - 1))
    monkeypatch.setattr(Trial, "wait", lambda *_: time.sleep(1))
    outcome = streamgauge("run", "throughput", "wordcount", *FILES, "--events", "5000")
    assert outcome.code == ExitCode.WRONG_ANSWER, outcome
    assert "WRONG: " in outcome.out
    assert [run["status"] for run in streamgauge("list", "runs", "--json").json["runs"]] == ["complete"]


@pytest.mark.parametrize("verb", [("verify",), ("run", "throughput")], ids=" ".join)
def test_your_own_kafka_is_looked_for_before_anything_is_worked_out(streamgauge: Command, verb: tuple[str, ...]) -> None:
    outcome = streamgauge(*verb, "wordcount", "--engine", "reference", "--bootstrap-servers", "127.0.0.1:1")
    assert outcome.code == ExitCode.ENVIRONMENT
    assert "the brokers could not be reached" in outcome.err
    assert "working out" not in outcome.err


def test_the_logs_that_an_error_names_are_kept(tmp_path: Path) -> None:
    """In a process of its own: in ours there may be a Spark already."""
    spark = ("--engine", "spark-microbatch", "--transport", "files", "--events", "10", "--option", "driver_memory=lots")
    outcome = streamgauge_process("verify", "grep", *spark, env=os.environ | {"TMPDIR": str(tmp_path)})
    assert outcome.code == ExitCode.ENVIRONMENT
    (left,) = tmp_path.iterdir()
    log = Path(outcome.err.splitlines()[-2].removeprefix("  where: log "))
    assert log.is_relative_to(left)
    assert "heap" in log.read_text()
