"""However the command ends, nothing that it started goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from streamgauge.errors import ExitCode

START_S = 60
GONE_S = 10

PARTS = {"broker": "kafka.Kafka", "Spark": "org.apache.spark.deploy.SparkSubmit", "sender": "--stop-with-stdin"}


class RunningCommand:
    """A latency run in the middle of sending, and every process below it."""

    def __init__(self, folder: Path) -> None:
        self.runs, self.temporary, self.errors = folder / "runs", folder / "tmp", folder / "errors"
        self.temporary.mkdir()
        arguments = ["run", "latency", "wordcount", "--engine", "spark-realtime", "--rate", "500", "--seconds", "60"]
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "streamgauge", *arguments, "--runs", str(self.runs)],
                env=os.environ | {"TMPDIR": str(self.temporary)},
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,  # as a shell would start it: signals are for its group
            )
        self.below: list[psutil.Process] = []

    def wait_for(self, *parts: str) -> None:
        deadline = time.monotonic() + START_S
        while not all(any(PARTS[part] in line for line in self._command_lines()) for part in parts):
            assert self.process.poll() is None, self.errors.read_text()
            assert time.monotonic() < deadline, self.errors.read_text()
            time.sleep(0.2)
        self.below = psutil.Process(self.process.pid).children(recursive=True)

    def _command_lines(self) -> list[str]:
        return [_command_line(child) for child in psutil.Process(self.process.pid).children(recursive=True)]

    def require_nothing_left(self) -> None:
        """All of it is gone in time; a process that only waits to be collected by its parent is gone."""
        deadline = time.monotonic() + GONE_S
        while left := [_command_line(process) for process in self.below if _is_alive(process)]:
            assert time.monotonic() < deadline, left
            time.sleep(0.1)

    @property
    def status(self) -> str:
        (manifest,) = self.runs.glob("*/manifest.json")
        return str(json.loads(manifest.read_text())["status"])


@pytest.fixture
def starting_command(tmp_path: Path) -> Iterator[RunningCommand]:
    running = RunningCommand(tmp_path)
    try:
        yield running
    finally:
        for process in running.below:
            if _is_alive(process):
                process.kill()
        running.process.kill()
        running.process.wait()


@pytest.fixture
def command(starting_command: RunningCommand) -> RunningCommand:
    starting_command.wait_for(*PARTS)
    return starting_command


def test_kill_9_leaves_nothing_running(command: RunningCommand) -> None:
    command.process.kill()
    command.require_nothing_left()


@pytest.mark.parametrize(
    "number", [pytest.param(signal.SIGTERM, marks=pytest.mark.slow), signal.SIGINT], ids=lambda number: str(number.name)
)
def test_a_request_to_end_is_followed(command: RunningCommand, number: signal.Signals) -> None:
    if number is signal.SIGINT:
        os.killpg(command.process.pid, number)  # as Ctrl-C does: its whole group gets it
    else:
        command.process.send_signal(number)
    assert command.process.wait(30) == ExitCode.INTERRUPTED
    command.require_nothing_left()
    assert command.status == "interrupted"
    assert not list(command.runs.rglob("result.json"))
    assert not [path for path in command.runs.rglob("*") if "half" in path.name or "unfinished" in path.name]
    assert list(command.temporary.iterdir()) == []
    assert command.errors.read_text().endswith("streamgauge: interrupted\n")


def test_a_spark_that_is_still_starting_is_ended_too(starting_command: RunningCommand) -> None:
    starting_command.wait_for("Spark")
    starting_command.process.terminate()
    assert starting_command.process.wait(30) == ExitCode.INTERRUPTED
    starting_command.require_nothing_left()
    assert starting_command.status == "interrupted"
    assert list(starting_command.temporary.iterdir()) == []


def test_an_engine_that_dies_has_failed(command: RunningCommand) -> None:
    next(process for process in command.below if PARTS["Spark"] in _command_line(process)).kill()
    assert command.process.wait(30) == ExitCode.ENGINE_FAILED
    command.require_nothing_left()
    assert command.status == "failed"
    assert "Traceback" not in command.errors.read_text()
    assert "spark-realtime failed" in command.errors.read_text().splitlines()[-3]
    assert list(command.temporary.iterdir()) == []


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _command_line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
