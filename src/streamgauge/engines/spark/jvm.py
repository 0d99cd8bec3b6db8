"""Spark's JVM: started with its output in a log file, and gone when we are.

PySpark ends its JVM when the pipe to its standard input breaks, which also happens when we are killed. What this adapter
adds: its words go to a file, a failed start becomes an error that can be read, and closing the session ends the process.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from streamgauge.engines.spark.settings import is_local
from streamgauge.errors import MachineError
from streamgauge.host.java import require_java
from streamgauge.host.processes import tail

_GRACE_S = 15.0


def start_spark(settings: Mapping[str, str], log: Path) -> Any:
    """A SparkSession in a JVM of its own."""
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
            return SparkSession(SparkContext(conf=conf, gateway=gateway))
    except (PySparkException, OSError) as error:
        raise MachineError(
            f"Spark did not start: {_first_line(error, log)}", where=f"log {log}", fix="streamgauge doctor"
        ) from error


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


def stop_spark(spark: Any) -> None:
    """Stop the session and end its JVM, so that the next session starts from nothing."""
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
