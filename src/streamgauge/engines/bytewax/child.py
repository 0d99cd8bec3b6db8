"""The child: starts the workers of a flow, watches them, and answers the parent."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bytewax.recovery import init_db_dir
from bytewax.visualize import to_mermaid

from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.dataflow import build
from streamgauge.engines.bytewax.program import Program
from streamgauge.engines.recovery import prepare
from streamgauge.host.ports import free_ports

ENTRY = Path(__file__).with_name("entry.py")
_END_S = 20.0


class Child:
    """What the parent's requests do. There is one flow at a time."""

    def __init__(self) -> None:
        self._running: Workers | None = None

    def start(self, request: dict[str, Any]) -> None:
        if self._running is not None:
            raise RuntimeError("a flow is running already")
        self._running = Workers(Program.from_data(request["program"]))

    def explain(self, request: dict[str, Any]) -> dict[str, Any]:
        program = Program.from_data(request["program"])
        with tempfile.TemporaryDirectory() as folder:
            return {"plan": to_mermaid(build(program, 0, Board(Path(folder) / "board", program.workers)))}

    def progress(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"consumed": self._flow.board.consumed}

    def failure(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"failure": self._flow.failure()}

    def stop(self, _: dict[str, Any]) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.stop()

    @property
    def _flow(self) -> "Workers":
        if self._running is None:
            raise RuntimeError("no flow is running")
        return self._running


class Workers:
    """The processes of one flow."""

    def __init__(self, program: Program) -> None:
        recovery = Path(program.recovery)
        prepare(recovery, program.made_for, lambda: init_db_dir(recovery, program.workers))
        self._failure: str | None = None
        self._folder = Path(tempfile.mkdtemp(dir=program.work))
        self.board = Board(self._folder / "board", program.workers)
        ports = free_ports(program.workers) if program.workers > 1 else []
        self._processes = [
            self._process(program, number, [f"localhost:{port}" for port in ports]) for number in range(program.workers)
        ]

    def _process(self, program: Program, number: int, addresses: list[str]) -> "subprocess.Popen[str]":
        command = [sys.executable, str(ENTRY), "worker", str(number), str(self._folder / "board"), *addresses]
        with tempfile.TemporaryFile("w+", dir=self._folder) as told:  # no name in the file system: it may hold passwords
            json.dump(program.to_data(), told)
            told.seek(0)
            return subprocess.Popen(command, stdin=told, stdout=subprocess.PIPE, text=True)

    def failure(self) -> str | None:
        """Why a worker has ended, if one has: none should before it is told to."""
        for number, process in enumerate(self._processes):
            if self._failure is None and process.poll() is not None:
                told = process.communicate()[0].strip()
                self._failure = told or f"worker {number} ended by itself with exit code {process.returncode}"
        return self._failure

    def stop(self) -> None:
        """End the input, and wait until all that came of it is written."""
        has_failed = self.failure()
        self.board.stop()
        for process in self._processes:
            try:
                process.wait(0 if has_failed else _END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
