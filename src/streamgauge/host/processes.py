"""Child processes that never outlive us.

A JVM that survives its benchmark disturbs the next one. So every child runs under a guard (`guard.py`) that ends it when
we stop it, when we exit in any way, and when we are killed with -9. It has a session of its own: Ctrl-C in the terminal
reaches us, and we decide when the child stops. What it prints goes to a log file.
"""

import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from streamgauge.errors import MachineError
from streamgauge.host.leftovers import locked

_GUARD = Path(__file__).with_name("guard.py")
_GRACE_AFTER_OUR_DEATH_S = 2.0
_GUARD_ANSWER_S = 20.0


class GuardedProcess:
    """A running child and its guard; letting go of it ends the child.

    >>> with GuardedProcess.start(["sleep", "60"], log_path=Path("/dev/null")) as process:
    ...     process.poll() is None
    True
    """

    def __init__(self, guard: subprocess.Popen[bytes], line: socket.socket, log_path: Path, pid: int) -> None:
        self._guard = guard
        self._line = line
        self.log_path = log_path
        self.pid = pid

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        *,
        log_path: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        remove_after: Path | None = None,
        stdin: int = subprocess.DEVNULL,
        stdout: int | None = None,
    ) -> Self:
        """Start `command`, output appended to `log_path`; the folder `remove_after` is removed once it has ended.

        A child that one talks with gets pipes as `stdin` and `stdout`, and only its errors go to the log. The guard holds the
        lock of the folder, so that somebody else can sweep it away should the guard be killed as well.
        """
        ours, theirs = socket.socketpair()
        guard_command = [
            *(sys.executable, "-I", "-S", str(_GUARD)),
            *(str(theirs.fileno()), str(_GRACE_AFTER_OUR_DEATH_S), str(remove_after or ""), "--", *command),
        ]
        with theirs, log_path.open("ab") as log, ExitStack() as locks:
            held = [locks.enter_context(locked(remove_after)).fileno()] if remove_after else []
            guard = subprocess.Popen(
                guard_command,
                stdin=stdin,
                stdout=log if stdout is None else stdout,
                stderr=log,
                env=env,
                cwd=cwd,
                pass_fds=[theirs.fileno(), *held],
                start_new_session=True,
            )
        return cls(guard, ours, log_path, _child_pid(ours, guard, command[0], log_path))

    def poll(self) -> int | None:
        """The exit code, 128 + n after signal n; None while it runs."""
        return self._guard.poll()

    def stop(self, grace_s: float = 10.0) -> None:
        """End the child and all it started: politely, and by force once `grace_s` is over. Twice is harmless."""
        if self.poll() is None:
            with suppress(OSError):  # the guard may end in this moment
                self._line.sendall(b"%f\n" % grace_s)
            self._wait_for_the_guard(grace_s + _GUARD_ANSWER_S)
        self._line.close()

    def _wait_for_the_guard(self, timeout_s: float) -> None:
        try:
            self._guard.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._guard.kill()  # which kills the child, too, where the system knows the parent-death signal
            self._guard.wait()

    def log_tail(self, lines: int = 20) -> str:
        """The last lines of its output."""
        return tail(self.log_path, lines)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def run_told(command: Sequence[str], on_line: Callable[[str], None], keep: int) -> tuple[int, list[str]]:
    """Run a command to its end and hand on each line that it says; its exit code, and the last lines. It does not outlive us."""
    kept: deque[str] = deque(maxlen=keep)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            for line in process.stdout or ():
                kept.append(line.rstrip())
                on_line(kept[-1])
        except BaseException:
            process.kill()
            raise
    return process.returncode, list(kept)


def is_alive(pid: int) -> bool:
    """Is there a process of this number?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def tail(path: Path, lines: int = 20) -> str:
    """The last lines of a text file; nothing if it is not there."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return "".join(deque(file, maxlen=lines)).rstrip()
    except FileNotFoundError:
        return ""


def _child_pid(line: socket.socket, guard: subprocess.Popen[bytes], program: str, log_path: Path) -> int:
    line.settimeout(_GUARD_ANSWER_S)
    try:
        answer = line.recv(32)
    except TimeoutError:
        answer = b""
    if not answer:
        line.close()
        guard.wait()
        raise MachineError(
            f"{program} could not be started", where=f"log {log_path}: {tail(log_path, 1)}", fix="check that it is installed"
        )
    line.settimeout(None)
    return int(answer)
