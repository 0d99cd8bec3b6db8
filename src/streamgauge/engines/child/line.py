"""The line to a child process: a request out, its reply in; and what became of the child when there is none."""

import json
import os
import queue
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from streamgauge.errors import EngineError
from streamgauge.host.processes import GuardedProcess

_ANSWER_S = 120.0
_CLOSE_S = 10.0
_LAST_MOMENT_S = 2.0


class ChildError(EngineError):
    """A child that ended by itself, or was ended because it did not answer."""


class Line:
    """A child under our guard, and the pipes to it. What it writes to its standard error is in `log_path`."""

    def __init__(self, name: str, command: Sequence[str], log_path: Path, env: Mapping[str, str] | None = None) -> None:
        self._name = name
        self._log_path = log_path
        self._lock = threading.Lock()
        self._number = 0
        self._lost: ChildError | None = None  # why it is asked no more
        self._replies: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        (its_stdin, requests), (replies, its_stdout) = os.pipe(), os.pipe()
        self._requests, incoming = os.fdopen(requests, "wb"), os.fdopen(replies, "rb")
        with os.fdopen(its_stdin), os.fdopen(its_stdout, "w"):  # the child's ends, closed on our side
            self._process = GuardedProcess.start(command, log_path=log_path, env=env, stdin=its_stdin, stdout=its_stdout)
        threading.Thread(target=self._read, args=(incoming,), name=f"line to {name}", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _read(self, replies: BinaryIO) -> None:
        with replies:
            for line in replies:
                self._replies.put(line)
        self._replies.put(b"")

    def wait_until_ready(self) -> None:
        with self._lock:
            self._next()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The reply to a request. A refusal is an `EngineError`, no reply a `ChildError`."""
        with self._lock:
            self._number += 1
            self._send({"do": do, "id": self._number, **fields})
            reply = self._next()
            while reply.get("id") != self._number:  # late, to a request that was given up
                reply = self._next()
        if reply["is"] == "error":
            raise EngineError(f"{self._name} could not {do}: {reply['why']}", where=f"log {self._log_path}", fix="see its log")
        return reply

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._lost is not None:
            raise self._lost
        try:
            self._requests.write(json.dumps(message).encode() + b"\n")
            self._requests.flush()
        except OSError as error:
            raise self._gone() from error

    def _next(self) -> dict[str, Any]:
        try:
            line = self._replies.get(timeout=_ANSWER_S)
        except queue.Empty:
            self._process.stop(grace_s=0)
            raise self._error(f"did not answer for {_ANSWER_S:.0f} s") from None
        if not line:
            self._replies.put(b"")  # `close` looks for it
            raise self._gone()
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _gone(self) -> ChildError:
        """It has closed its end: either it is just ending, or what is left of it must not live on."""
        deadline = time.monotonic() + _LAST_MOMENT_S
        while self._process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        self._process.stop(grace_s=0)
        return self._error(f"ended by itself{_how(self._process.poll() or 0)}")

    def _error(self, what: str) -> ChildError:
        """Whoever asks next waits for nothing, and is told the same."""
        said = self._process.log_tail().rpartition("\n")[2]
        where = f"log {self._log_path}{f': {said}' if said else ''}"
        self._lost = ChildError(f"{self._name} {what}", where=where, fix="see its log")
        return self._lost

    def close(self) -> None:
        """Ask the child to end, and end it by force if it does not; twice is harmless."""
        with self._lock, suppress(ChildError, OSError, ValueError):
            self._send({"do": "close"})
            self._requests.close()
        with suppress(queue.Empty):
            while self._replies.get(timeout=_CLOSE_S):
                pass
        self._replies.put(b"")
        self._process.stop()


def _how(code: int) -> str:
    """How a process ended, of which `GuardedProcess.poll` gives the code."""
    if code <= 128:  # noqa: PLR2004
        return f" with exit code {code}"
    try:
        return f", killed by {signal.Signals(code - 128).name}"
    except ValueError:
        return f" with exit code {code}"
