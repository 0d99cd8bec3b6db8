"""Who works on a checkpoint: two programs on one ruin it, and Spark notices only when that has happened.

The name of the program is kept with the checkpoint. A program that was killed leaves its JVM behind, which goes on with the
query until it finds out; a restart ends it first. A program on another machine cannot be seen.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import psutil  # type: ignore[import-untyped]

from streamgauge.errors import RequestError

_END_S = 10.0
_CLOCK_STEP_S = 2.0  # births are told by the machine's clock, which may be set meanwhile


def this_program(spark: Any) -> dict[str, Any]:
    """Our process and its JVM, each with the time of its birth: numbers are given again."""
    jvm = int(spark._jvm.java.lang.ProcessHandle.current().pid())
    return {"host": socket.gethostname(), "program": _process(os.getpid()), "jvm": _process(jvm)}


def end_former(owner: Mapping[str, Any] | None, us: Mapping[str, Any], location: str) -> None:
    """Make sure that nobody else is at work: refuse if another program is, end the JVM of one that is gone."""
    if owner is None or owner["host"] != us["host"] or owner["program"] == us["program"]:
        return
    if _find(owner["program"]) is not None:
        raise RequestError(
            f"the checkpoint is in use: process {owner['program'][0]} runs a pipeline on it",
            where=location,
            fix="stop that program first, or give a folder of its own; nothing was changed",
        )
    if (jvm := _find(owner["jvm"])) is not None:
        with suppress(psutil.Error):
            jvm.kill()
            jvm.wait(_END_S)


def _process(pid: int) -> list[float]:
    return [pid, psutil.Process(pid).create_time()]


def _find(process: list[float]) -> Any:
    """The process, if it is alive and still the same."""
    pid, born = int(process[0]), process[1]
    with suppress(psutil.Error):
        found = psutil.Process(pid)
        if abs(found.create_time() - born) < _CLOCK_STEP_S and found.status() != psutil.STATUS_ZOMBIE:
            return found
    return None
