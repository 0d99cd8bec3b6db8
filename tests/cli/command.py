"""Calls the command, in this process or in one of its own, and keeps what it said."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from streamgauge.cli.main import run
from streamgauge.errors import ExitCode


@dataclass(frozen=True)
class Outcome:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.out)
        return data

    def refuses(self, code: ExitCode = ExitCode.WRONG_REQUEST) -> str:
        """Check that it refused in three lines and said nothing else; what it said."""
        assert self.code == code, self
        what, where, fix = self.err.splitlines()
        assert what.startswith("streamgauge: ")
        assert where.startswith("  where: ")
        assert fix.startswith("  try:   ")
        assert len(where) > len("  where: ")
        assert len(fix) > len("  try:   ")
        return self.err


@dataclass(frozen=True)
class Command:
    """`streamgauge`, in this process."""

    captured: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Outcome:
        self.captured.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = self.captured.readouterr()
        return Outcome(code, out, err)


def streamgauge_process(*arguments: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Outcome:
    """`python -m streamgauge`, in a process of its own."""
    command = [sys.executable, "-m", "streamgauge", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False, env=env or os.environ, cwd=cwd)
    return Outcome(done.returncode, done.stdout, done.stderr)
