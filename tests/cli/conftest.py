"""The command as tests call it: in this process, in a folder of its own."""

from pathlib import Path

import pytest

from .command import Command


@pytest.fixture
def streamgauge(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(tmp_path)
    return Command(capfd)
