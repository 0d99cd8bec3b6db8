"""Wrong requests: exit 2, three lines, nothing started and nothing left behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from streamgauge.cli import main
from streamgauge.errors import ExitCode, InconclusiveError

from .command import Command

THROUGHPUT = ("run", "throughput", "wordcount", "--engine", "reference", "--transport", "files")
LATENCY = ("run", "latency", "wordcount")
SPARK = ("verify", "grep", "--engine", "spark-microbatch")
GENERATE = ("generate", "wordcount", "--events", "5")

WRONG = [
    (("nope",), "nope"),
    (("list", "nope"), "workloads"),
    (("run",), "EXPERIMENT"),
    (("run", "nope", "wordcount"), "latency"),
    (("generate", "wordcount"), "--events"),
    (("generate", "wordcount", "--events", "abc"), "abc"),
    (("generate", "wordcount", "--events", "0"), "0 is not a positive number"),
    (("generate", "wordcount", "--events", "-5"), "-5 is not a positive number"),
    (("generate", "nope", "--events", "5"), "deep-bargain"),
    (("generate", "wordcont", "--events", "5"), "did you mean 'wordcount'?"),
    ((*GENERATE, "--wrong", "3"), "--wrong"),
    ((*GENERATE, "--set", ""), "name=value"),
    ((*GENERATE, "--set", "vocabulary"), "name=value"),
    ((*GENERATE, "--set", "vocabulry=3"), "did you mean 'vocabulary'?"),
    ((*GENERATE, "--set", "vocabulary=0"), "1,000,000"),
    ((*GENERATE, "--set", "vocabulary=1", "--set", "vocabulary=2"), "given twice"),
    ((*GENERATE, "--seed", "-1"), "seed"),
    ((*GENERATE, "--from", "-1"), "event number -1"),
    ((*GENERATE, "--from", "99999999999999999999"), "event number"),
    ((*GENERATE, "--rate", "bursts..."), "did you mean 'bursts'?"),
    ((*GENERATE, "--rate", "bursts:calm=1"), "burst and start"),
    ((*GENERATE, "--rate", "0"), "outside its domain"),
    ((*GENERATE, "--rate", "-3"), "no rate shape"),
    ((*GENERATE, "--to", ""), "folder"),
    ((*GENERATE, "--to", "."), "folder"),
    ((*GENERATE, "--to", "missing/file"), "missing"),
    ((*GENERATE, "--to", "http://host/topic"), "kafka://HOST:PORT/TOPIC"),
    ((*GENERATE, "--to", "kafka://host"), "kafka://HOST:PORT/TOPIC"),
    ((*GENERATE, "--to", "null", "--lateness", "missing/file"), "missing"),
    (("generate", "grep", "--events", "5", "--set", "pattern=two words"), "blanks"),
    (("reference", "wordcount"), "--events"),
    (("reference", "wordcount", "--events", "3", "--input", "x"), "--events"),
    (("reference", "wordcount", "--input", "missing"), "missing"),
    (("reference", "wordcount", "--input", "."), "directory"),
    (("reference", "wordcount", "--events", "3", "--to", "missing/file"), "missing"),
    (("reference", "wordcount", "--events", "3", "--to", "."), "folder"),
    (("verify", "wordcount", "--answer", "missing"), "missing"),
    (("verify", "wordcount", "--answer", "x", "--engine", "reference"), "no engine runs"),
    (("verify", "wordcount", "--answer", "x", "--transport", "files"), "no engine runs"),
    (("verify", "wordcount", "--answer", "x", "--option", "x=1"), "no engine runs"),
    (("verify", "wordcount", "--events", "0"), "--events"),
    (("verify", "ysb", "--input", "missing"), "No such file"),
    (("verify", "ysb", "--input", "."), "no plain file"),
    (("verify", "ysb", "--input", "/dev/null"), "no plain file"),
    (("verify", "wordcount", "--engine", "nope"), "spark-microbatch"),
    (("verify", "wordcount", "--engine", "reference", "--transport", "nope"), "kafka"),
    (("verify", "wordcount", "--engine", "reference", "--partitions", "0"), "1 to 1000"),
    (("verify", "wordcount", "--engine", "reference", "--quiet", "-1"), "--quiet"),
    (("verify", "wordcount", "--engine", "reference", "--limit", "nan"), "--limit"),
    (("verify", "wordcount", "--engine", "reference", "--client-settings", "missing"), "missing"),
    (("verify", "wordcount", "--engine", "reference", "--option", "x=1"), "no option 'x'"),
    (("verify", "wordcount", "--engine", "reference", "--master", "local"), "no option 'master'"),
    ((*SPARK, "--option", "batch_intervall=1"), "did you mean 'batch_interval'?"),
    ((*SPARK, "--option", "batch_interval=x"), "'x'"),
    ((*SPARK, "--option", "batch_interval=nan"), "'nan'"),
    ((*SPARK, "--option", "batch_records=-1"), "'-1'"),
    ((*SPARK, "--option", "balance=no"), "neither true nor false"),
    ((*SPARK, "--option", "spark_conf=a"), "--spark-conf key=value"),
    ((*SPARK, "--spark-conf", "a"), "name=value"),
    ((*THROUGHPUT, "--events", "0"), "--events"),
    ((*THROUGHPUT, "--partitions", "0"), "1 to 1000"),
    ((*THROUGHPUT, "--bootstrap-servers", "host:1"), "--bootstrap-servers"),
    ((*THROUGHPUT, "--runs", "/dev/null"), "--runs"),
    (("run", "throughput", "wordcount", "--engine", "reference,reference"), "given twice"),
    (("run", "throughput", "wordcount", "--engine", ""), "no engine ''"),
    (("run", "throughput", "nope"), "deep-bargain"),
    ((*LATENCY, "--rate", "max"), "run throughput"),
    ((*LATENCY, "--rate", "nope"), "rate shape"),
    ((*LATENCY, "--seconds", "0"), "--seconds"),
    ((*LATENCY, "--seconds", "nan"), "--seconds"),
    ((*LATENCY, "--seconds", "inf"), "--seconds"),
    ((*LATENCY, "--seconds", "1e12"), "--seconds"),
    ((*LATENCY, "--warmup", "-1"), "--warmup"),
    ((*LATENCY, "--transport", "files"), "Kafka's clock"),
    ((*LATENCY, "--rate", "1", "--warmup", "1.2", "--seconds", "0.1"), "after the warm-up"),
    (("show", "nope"), "deep-bargain"),
    (("show", "grep", "--engine", "nope"), "spark-realtime"),
    (("show", "grep", "--option", "x=1"), "--engine NAME"),
    (("setup", "nope"), "spark-realtime"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_wrong_requests(streamgauge: Command, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    outcome = streamgauge(*arguments)
    assert said in outcome.refuses()
    assert outcome.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [("list", "nope"), (*GENERATE, "--to", "x", "--rate", "nope"), (*THROUGHPUT, "--events", "0")]
)
def test_wrong_requests_in_json(streamgauge: Command, arguments: tuple[str, ...]) -> None:
    outcome = streamgauge(*arguments, "--json")
    outcome.refuses()
    error = outcome.json["error"]
    assert error.keys() == {"what", "where", "try", "exit_code"}
    assert error["exit_code"] == 2
    assert error["what"] in outcome.err


@pytest.mark.parametrize("verb", [("verify",), ("run", "throughput")], ids=" ".join)
def test_a_pair_that_can_never_be_is_refused_with_the_reason(streamgauge: Command, tmp_path: Path, verb: tuple[str, ...]) -> None:
    outcome = streamgauge(*verb, "wordcount", "--engine", "spark-realtime", "--transport", "files")
    assert "never: real-time mode has no file source" in outcome.refuses()
    assert list(tmp_path.iterdir()) == []


def test_an_unforeseen_error_is_told_in_three_lines(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(_: object) -> None:
        raise KeyError("one\ntwo")

    monkeypatch.setattr(main, "_dispatch", stumble)
    assert "test_requests.py:" in streamgauge("list").refuses(ExitCode.ENVIRONMENT)
    assert "Traceback" in streamgauge("list", "--debug").err


def test_exit_codes_come_from_the_error(streamgauge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def doubt(_: object) -> None:
        raise InconclusiveError("what", where="where", fix="fix")

    monkeypatch.setattr(main, "_dispatch", doubt)
    assert streamgauge("list", "--json").json["error"]["exit_code"] == ExitCode.INCONCLUSIVE


@pytest.mark.parametrize(
    "arguments", [(*GENERATE[:2], "--events", "200000"), ("list", "engines"), ("show", "grep")], ids=" ".join
)
def test_a_reader_that_goes_away_is_no_error(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "streamgauge", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_what_was_found_is_told_to_a_reader_that_goes_away(tmp_path: Path) -> None:
    (tmp_path / "answer").touch()
    arguments = ("verify", "grep", "--events", "200", "--answer", str(tmp_path / "answer"))
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "streamgauge", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=buffered) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(60) == ExitCode.WRONG_ANSWER
