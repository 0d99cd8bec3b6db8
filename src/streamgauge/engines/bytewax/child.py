"""The child: answers the parent, and has the workers of a flow do what it asks for."""

import tempfile
from pathlib import Path
from typing import Any

from bytewax.recovery import init_db_dir
from bytewax.visualize import to_mermaid

from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.dataflow import build
from streamgauge.engines.bytewax.program import Program
from streamgauge.engines.bytewax.workers import Workers
from streamgauge.engines.recovery import prepare


class Child:
    """What the parent's requests do. There is one flow at a time."""

    def __init__(self) -> None:
        self._running: Workers | None = None

    def start(self, request: dict[str, Any]) -> None:
        if self._running is not None:
            raise RuntimeError("a flow is running already")
        program = Program.from_data(request["program"])
        recovery = Path(program.recovery)
        prepare(recovery, program.made_for, lambda: init_db_dir(recovery, program.workers))
        self._running = Workers(program)

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
    def _flow(self) -> Workers:
        if self._running is None:
            raise RuntimeError("no flow is running")
        return self._running
