"""Run by test_cluster in a process of its own: an executor is killed in the middle of a user's own pipeline on a cluster.

python -m tests.engines.executor_killed MASTER FOLDER TRANSFORMATION
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from pyspark.sql import SparkSession

from streamgauge import dual
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.errors import EngineError
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from tests.engines.dual import own

LINES = 3_000  # of two words each


def session(master: str) -> SparkSession:
    builder = SparkSession.builder.master(master).config("spark.jars", ",".join(map(str, dual.jars())))
    settings = {"spark.sql.shuffle.partitions": "2", "spark.ui.enabled": "false", "spark.executor.memory": "700m"}
    for name, value in (dual.SETTINGS | dual.CLUSTER_SETTINGS | settings).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def kill_an_executor(master: str) -> None:
    """One of those that work for this cluster."""
    workers = [each for each in psutil.process_iter(["cmdline"]) if master in (each.info["cmdline"] or [])]
    started = [child for worker in workers for child in worker.children()]
    next(child for child in started if "CoarseGrainedExecutorBackend" in str(child.cmdline())).kill()


def switch(query: dual.DualQuery) -> None:
    """To micro-batches, until they have done all there is."""
    assert query._pipeline is not None
    query._pipeline.force(Paradigm.OPERATION)
    deadline = time.monotonic() + 60
    while query.status()["paradigm"] != Paradigm.OPERATION.value or query.status()["committed"] != LINES:
        assert not query.await_termination(0.2)
        assert time.monotonic() < deadline, query.status()


def main(master: str, folder: Path, transformation: str) -> None:
    """Prints what the first query ended with, and how many records there are, different ones and last values."""
    spark = session(master)
    with ManagedBroker.start(log_dir=folder) as broker:
        make = KafkaTransport(broker.bootstrap_servers).create_topic
        source = make("in", partitions=2, stamp=Stamp.INTENDED)
        sink = make("out", partitions=2, stamp=Stamp.APPENDED)

        def query() -> dual.DualQuery:
            transform: Any = getattr(own, transformation)
            return dual.DualQuery(spark, source=source, transform=transform, sink=sink, checkpoint=str(folder / "checkpoint"))

        running = query().start()
        own.send(source, 0, LINES // 3)
        own.write_until(running, sink, LINES // 3)
        kill_an_executor(master)
        own.send(source, LINES // 3, LINES // 3)
        try:
            ended = "nothing" if running.await_termination(60) is False else "an end"
        except EngineError as error:
            ended = error.what
        running.stop()
        again = query().start()
        own.send(source, 2 * (LINES // 3), LINES // 3)
        own.write_until(again, sink, 2 * LINES)
        switch(again)
        again.stop()
        found = own.values(sink)
    spark.stop()
    sys.stdout.write(json.dumps({"ended": ended, "records": len(found), "different": len(set(found))}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
