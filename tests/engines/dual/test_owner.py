"""A checkpoint is worked on by one program at a time, and a restart ends what a killed one has left behind."""

import subprocess
import sys

import psutil
import pytest

from streamgauge.engines.dual.spark.owner import end_former
from streamgauge.errors import RequestError

US = {"host": "here", "program": [1, 10.0], "jvm": [2, 10.0]}
SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def process():  # type: ignore[no-untyped-def]
    started = subprocess.Popen(SLEEPER)
    yield started
    started.kill()
    started.wait()


def identity(process: "subprocess.Popen[bytes]") -> list[float]:
    return [process.pid, psutil.Process(process.pid).create_time()]


def gone() -> list[float]:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    known = identity(ended)
    ended.wait()
    return known


def test_a_program_that_runs_is_not_disturbed(process: "subprocess.Popen[bytes]") -> None:
    with pytest.raises(RequestError, match="in use"):
        end_former({"host": "here", "program": identity(process), "jvm": identity(process)}, US, "folder")
    assert process.poll() is None


def test_what_a_killed_program_left_behind_is_ended(process: "subprocess.Popen[bytes]") -> None:
    end_former({"host": "here", "program": gone(), "jvm": identity(process)}, US, "folder")
    assert not psutil.pid_exists(process.pid)


@pytest.mark.parametrize("host", ["here", "elsewhere"])
def test_another_process_with_the_same_number_is_left_alone(process: "subprocess.Popen[bytes]", host: str) -> None:
    pid, born = identity(process)
    end_former({"host": host, "program": gone(), "jvm": [pid, born if host == "elsewhere" else born + 60]}, US, "folder")
    assert process.poll() is None


def test_we_may_begin_again_ourselves() -> None:
    end_former(US, US, "folder")
    end_former(None, US, "folder")
