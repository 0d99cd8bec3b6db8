"""Spark's JVM: started with its output in a log file, shared by the sessions that can, and gone when we are.

PySpark ends its JVM when the pipe to its standard input breaks, which also happens when we are killed. What this adapter
adds: its words go to a file, a failed start becomes an error that can be read, and closing the last session ends the process.

One Python process can have one JVM only. Sessions share it if they agree on what belongs to the whole JVM; Spark's SQL
settings, its streaming among them, belong to each session. Files go where the session that started the JVM wants them.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from streamgauge.engines.spark.settings import is_local
from streamgauge.engines.watched import InUseError
from streamgauge.errors import MachineError
from streamgauge.host.interrupts import note_interrupts
from streamgauge.host.java import require_java
from streamgauge.host.processes import tail

_GRACE_S = 15.0
_PLACES = ("spark.driver.extraJavaOptions", "spark.local.dir", "spark.sql.warehouse.dir")


@dataclass
class _Jvm:
    """The JVM that runs, what it was started with, and how many sessions use it."""

    first: Any
    settings: Mapping[str, str]
    users: int = 0

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        process: subprocess.Popen[bytes] = self.first.sparkContext._gateway.proc
        return process


_running: _Jvm | None = None


def start_spark(settings: Mapping[str, str], log: Path) -> Any:
    """A SparkSession: in the JVM that runs already, or in a new one. One that wants another kind of JVM is refused."""
    global _running  # noqa: PLW0603 - PySpark has one JVM for a process, so there is one of these
    if _running is None or _running.process.poll() is not None:
        _running = _Jvm(_launch(settings, log), dict(settings))
    session = _session(_running, settings)
    _running.users += 1
    return session


def stop_spark(spark: Any) -> None:
    """Let go of a session; with the last one the JVM ends, so that the next starts from nothing."""
    global _running
    if _running is None or _running.process.pid != jvm_pid(spark):
        return  # its JVM died, and another one runs
    _running.users -= 1
    if _running.users <= 0:
        ended, _running = _running, None
        _shut_down(ended.first)


def jvm_pid(spark: Any) -> int:
    """The process of a session's JVM."""
    return int(spark.sparkContext._gateway.proc.pid)


def gc_seconds(spark: Any) -> float:
    """How long the garbage collectors of the JVM have worked so far."""
    beans = spark._jvm.java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()
    return float(sum(max(0, bean.getCollectionTime()) for bean in beans)) / 1000


def executors(spark: Any) -> int:
    """How many processes do the work: in local mode the driver itself."""
    known = len(spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos())  # the driver is among them
    return max(1, known - 1)


def _session(jvm: _Jvm, settings: Mapping[str, str]) -> Any:
    """A session of its own with these SQL settings."""
    ours, theirs = ({name: value for name, value in each.items() if name not in _PLACES} for each in (settings, jvm.settings))
    session = jvm.first.newSession()
    for name in sorted(ours.keys() | theirs.keys()):
        if name.startswith("spark.sql.") and session.conf.isModifiable(name):
            if name not in ours:
                session.conf.unset(name)
            elif session.conf.get(name, None) != ours[name]:
                session.conf.set(name, ours[name])
        elif ours.get(name) != theirs.get(name):
            raise InUseError(
                f"Spark runs already, with another {name}", where=f"{theirs.get(name)} and {ours.get(name)}", fix="close it first"
            )
    return session


def _launch(settings: Mapping[str, str], log: Path) -> Any:
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkException
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    require_java()
    os.environ.pop("SPARK_HOME", None)  # the JVM must be of the PySpark we run, not of one that lies around
    os.environ.pop("PYSPARK_GATEWAY_PORT", None)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # its workers need our packages
    if is_local(settings["spark.master"]):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # else Spark looks for the name of this machine
    conf = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    try:
        with _ended_on_failure(), log.open("ab") as output:
            gateway = launch_gateway(conf, {"stdout": output, "stderr": output})  # type: ignore[no-untyped-call]
            session = SparkSession(SparkContext(conf=conf, gateway=gateway))
    except (PySparkException, OSError) as error:
        raise MachineError(
            f"Spark did not start: {_first_line(error, log)}", where=f"log {log}", fix="streamgauge doctor"
        ) from error
    note_interrupts()  # PySpark has just set a handler of its own
    return session


@contextmanager
def _ended_on_failure() -> Iterator[None]:
    """End what was started inside if it fails or is interrupted.

    PySpark names its JVM only when it is up. One that is still starting finds the folder gone in which it should say so,
    and then runs on without looking at its standard input: it would outlive us.
    """
    before = set(psutil.Process().children(recursive=True))
    try:
        yield
    except BaseException:
        for child in set(psutil.Process().children(recursive=True)) - before:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        raise


def _shut_down(spark: Any) -> None:
    from pyspark import SparkContext

    gateway = spark.sparkContext._gateway
    try:
        spark.stop()
    finally:
        gateway.shutdown()
        SparkContext._gateway = None
        SparkContext._jvm = None
        _end(gateway.proc)


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _first_line(error: BaseException, log: Path) -> str:
    lines = [line for line in tail(log, 40).splitlines() if "Exception" in line or "Error" in line]
    return lines[0] if lines else str(error).splitlines()[0]
