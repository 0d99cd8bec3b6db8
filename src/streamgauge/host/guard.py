"""The guard: a small process between us and a child, which ends the child when we are gone, even after `kill -9`.

Run by path, not imported: `python -I -S guard.py SOCKET_FD GRACE_S REMOVE -- COMMAND...`, standard library only, so that
it starts in a few hundredths of a second. It holds one end of a socket pair whose other end only its parent holds.

- On it the guard writes the child's process id once, as a line.
- A line from the parent is the grace time in seconds: stop the child. The end of the stream means that the parent died.
- Stopping is SIGTERM to the child's process group, and SIGKILL when the grace time is over.
- If the guard itself is killed, Linux kills the child (parent-death signal).
- When the child is gone the folder REMOVE, if not empty, is removed: temporary data does not outlive a killed parent.

The guard ends with the child's exit code.
"""

import ctypes
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

_PR_SET_PDEATHSIG = 1
_ORPHAN_CHECK_S = 1.0
_NO_SUCH_COMMAND = 127
_LOCK = ".lock"


def main(arguments: list[str]) -> int:
    birth_parent = os.getppid()  # asked for at once: it may be killed as soon as it knows the child
    descriptor, grace_s, remove, _, *command = arguments
    with socket.socket(fileno=int(descriptor)) as parent:
        woken = _wake_on_signals()
        try:
            child = subprocess.Popen(command, start_new_session=True, preexec_fn=_die_with(os.getpid()))  # noqa: PLW1509
        except OSError as error:
            sys.stderr.write(f"{command[0]}: {error.strerror}\n")
            return _NO_SUCH_COMMAND
        with suppress(OSError):
            parent.sendall(b"%d\n" % child.pid)
        code = _watch(child, parent, woken, float(grace_s), birth_parent)
    if remove:
        _remove(remove)
    return code if code >= 0 else 128 - code


def _remove(folder: str) -> None:
    """As `leftovers.remove`: the lock last, so that what is left if we are killed can be swept."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            elif entry.name != _LOCK:
                os.unlink(entry.path)  # noqa: PTH108 - pathlib would take as long to load as all else
    shutil.rmtree(folder, ignore_errors=True)


def _watch(
    child: "subprocess.Popen[bytes]", parent: socket.socket, woken: socket.socket, grace_s: float, birth_parent: int
) -> int:
    """Wait until the child ends by itself, or has to be ended; its exit code."""
    while child.poll() is None:
        # A process that our parent forked may hold its end of the pair open, so ask for the parent itself, too.
        readable, _, _ = select.select([parent, woken], [], [], _ORPHAN_CHECK_S)
        if woken in readable and _wants_to_end(woken.recv(64)):
            break
        if parent in readable:
            grace_s = _grace(parent, grace_s)
            break
        if os.getppid() != birth_parent:
            break
    return _end(child, grace_s)


def _end(child: "subprocess.Popen[bytes]", grace_s: float) -> int:
    if child.poll() is None and grace_s > 0:
        _signal_group(child, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            child.wait(grace_s)
    # Also when the child ended by itself: it may have left processes of its own behind.
    _signal_group(child, signal.SIGKILL)
    return child.wait()


def _signal_group(child: "subprocess.Popen[bytes]", number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)


def _grace(parent: socket.socket, default_s: float) -> float:
    try:
        return float(parent.recv(64))
    except (OSError, ValueError):
        return default_s


def _wake_on_signals() -> socket.socket:
    """A socket that becomes readable when the child ends or somebody asks the guard to end."""
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.detach())
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return woken


def _wants_to_end(numbers: bytes) -> bool:
    return any(number != signal.SIGCHLD for number in numbers)


def _die_with(guard: int) -> Callable[[], None]:
    """What the child does before it becomes the command: ask Linux to kill it when the guard dies."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def before_exec() -> None:
        if libc is not None:
            libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != guard:
            os._exit(1)

    return before_exec


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
