"""A guarded child ends when it should, whoever dies first."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from streamgauge.errors import MachineError
from streamgauge.host.processes import GuardedProcess

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"

OWNER = """
import signal, sys, time
from pathlib import Path
from streamgauge.host.processes import GuardedProcess
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it starts in the background ignore it
folder = Path(sys.argv[1])
(folder / "data").mkdir()
process = GuardedProcess.start(["sleep", "60"], log_path=folder / "log", remove_after=folder / "data")
print(process.pid, flush=True)
{then}
"""


def is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def comes_true(claim: Callable[[], bool], within_s: float = 5.0) -> bool:
    deadline = time.monotonic() + within_s
    while not claim():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_stop_ends_it_politely(tmp_path: Path) -> None:
    with GuardedProcess.start(["sleep", "60"], log_path=tmp_path / "log") as process:
        assert process.poll() is None
        assert psutil.Process(process.pid).name() == "sleep"
        process.stop()
        assert process.poll() == 128 + signal.SIGTERM
    assert not is_alive(process.pid)


def test_a_stubborn_child_is_killed_after_the_grace_time(tmp_path: Path) -> None:
    process = GuardedProcess.start([sys.executable, "-c", STUBBORN], log_path=tmp_path / "log")
    assert comes_true(lambda: process.log_tail() == "deaf")
    process.stop(grace_s=0.2)
    assert process.poll() == 128 + signal.SIGKILL


def test_exit_code_environment_folder_and_log(tmp_path: Path) -> None:
    command = ["sh", "-c", "echo $WORD in $(pwd); echo trouble >&2; exit 7"]
    env = {**os.environ, "WORD": "hello"}
    with GuardedProcess.start(command, log_path=tmp_path / "log", env=env, cwd=tmp_path) as process:
        assert comes_true(lambda: process.poll() is not None)
        assert process.poll() == 7
        assert process.log_tail() == f"hello in {tmp_path}\ntrouble"
        assert process.log_tail(1) == "trouble"


def test_grandchildren_go_too(tmp_path: Path) -> None:
    with GuardedProcess.start(["sh", "-c", "sleep 60 & echo $!; wait"], log_path=tmp_path / "log") as process:
        assert comes_true(lambda: process.log_tail() != "")
        grandchild = int(process.log_tail())
    assert comes_true(lambda: not is_alive(grandchild))


def test_a_command_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="no-such-program could not be started"):
        GuardedProcess.start(["no-such-program"], log_path=tmp_path / "log")


def test_an_exception_stops_it(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), GuardedProcess.start(["sleep", "60"], log_path=tmp_path / "log") as process:
        raise KeyboardInterrupt
    assert not is_alive(process.pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_dies_with_its_owner_and_its_folder_is_removed(tmp_path: Path, number: signal.Signals) -> None:
    program = OWNER.format(then="time.sleep(60)")
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        assert is_alive(child)
        owner.send_signal(number)
        owner.wait(20)
    assert comes_true(lambda: not is_alive(child))
    assert comes_true(lambda: not (tmp_path / "data").exists())


def test_it_dies_when_its_owner_just_ends(tmp_path: Path) -> None:
    program = OWNER.format(then="sys.exit(0)")
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert comes_true(lambda: not is_alive(int(done.stdout)))


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_it_dies_with_its_guard(tmp_path: Path) -> None:
    with GuardedProcess.start(["sleep", "60"], log_path=tmp_path / "log") as process:
        os.kill(process._guard.pid, signal.SIGKILL)
        assert comes_true(lambda: not is_alive(process.pid))


def test_a_fork_that_keeps_the_line_open_does_not_keep_the_child(tmp_path: Path) -> None:
    program = OWNER.format(then="import os\nif os.fork() == 0:\n    time.sleep(8)\n    os._exit(0)\ntime.sleep(60)")
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        owner.kill()
        assert comes_true(lambda: not is_alive(child))
