"""The sender's process: what it says when it fails."""

import sys
from pathlib import Path

import pytest

from streamgauge.errors import MachineError
from streamgauge.experiments.sending import SenderProcess


def sender(program: str, log: Path) -> SenderProcess:
    return SenderProcess([sys.executable, "-c", program], log)


def test_the_report(tmp_path: Path) -> None:
    with sender("print('{\"records\": 3}')", tmp_path / "log") as running:
        assert running.report() == {"records": 3}
    assert not running.is_running


def test_a_sender_that_fails_says_why(tmp_path: Path) -> None:
    program = 'print(\'{"error": {"what": "no broker", "try": "start it"}}\'); raise SystemExit(4)'
    with (
        sender(program, tmp_path / "log") as running,
        pytest.raises(MachineError, match="the sender failed: no broker") as caught,
    ):
        running.report()
    assert caught.value.fix == "start it"


def test_a_sender_that_is_killed(tmp_path: Path) -> None:
    with (
        sender("import os; os.kill(os.getpid(), 9)", tmp_path / "log") as running,
        pytest.raises(MachineError, match="exit code -9"),
    ):
        running.report()


def test_it_is_ended_with_its_context(tmp_path: Path) -> None:
    with sender("import sys; sys.stdin.read(); sys.stdin.read()", tmp_path / "log") as running:
        assert running.is_running
    assert not running.is_running
