"""The processes of one flow: started, watched, and ended without hiding how they ended."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.program import Program
from streamgauge.host.ports import free_ports

ENTRY = Path(__file__).with_name("entry.py")
_END_S = 20.0


class Workers:
    """One for each share of the work."""

    def __init__(self, program: Program) -> None:
        self._failure: str | None = None
        self._folder = Path(tempfile.mkdtemp(dir=program.work))
        self.board = Board(self._folder / "board", program.workers)
        ports = free_ports(program.workers) if program.workers > 1 else []
        self._processes: list[subprocess.Popen[str]] = []
        try:
            for number in range(program.workers):
                self._processes.append(self._process(program, number, [f"localhost:{port}" for port in ports]))
        except BaseException:  # the others would wait for it
            for process in self._processes:
                process.kill()
                process.wait()
            raise

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
                self._failure = _how(number, process)
        return self._failure

    def stop(self) -> None:
        """End the input, and wait until all that came of it is written. What goes wrong is raised, unless it was told before."""
        was_told = self._failure is not None
        deadline = time.monotonic() + (_END_S if self.failure() is None else 0.0)
        self.board.stop()
        killed = [number for number, process in enumerate(self._processes) if not _ends(process, deadline)]
        self._failure = self._failure or self._bad_end(killed)
        shutil.rmtree(self._folder, ignore_errors=True)
        if self._failure is not None and not was_told:
            raise RuntimeError(self._failure)

    def _bad_end(self, killed: list[int]) -> str | None:
        """What went wrong at the end, if something did."""
        for number, process in enumerate(self._processes):
            if process.returncode and number not in killed:
                return _how(number, process)
        return f"worker {killed[0]} was killed: {_END_S:.0f} s after it was stopped it had not written all" if killed else None


def _ends(process: "subprocess.Popen[str]", deadline: float) -> bool:
    """Does it end by then? If not, it is ended by force."""
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


def _how(number: int, process: "subprocess.Popen[str]") -> str:
    """Why a worker has ended. It can be asked once."""
    told = process.communicate()[0].strip()
    return told or f"worker {number} ended by itself with exit code {process.returncode}"
