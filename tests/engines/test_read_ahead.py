"""Partitions are read independently of each other: one that is behind in event time loses nothing by that."""

import time
import uuid

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.experiments.collector import Collector
from streamgauge.flow.answer import compare
from streamgauge.transport.base import Stamp
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload

from .opened import OpenEngine

EVENTS = 60_000  # a minute of event time
LIMIT_S = 90


@pytest.mark.parametrize("open_engine", ["spark-realtime", "dual"], indirect=True)
def test_a_partition_that_comes_a_minute_later_is_counted(open_engine: OpenEngine) -> None:
    workload, name = load_workload("ysb").configured({}, seed=3), f"ahead-{uuid.uuid4().hex[:8]}"
    make = open_engine.transports["kafka"].create_topic
    source = make(f"{name}-in", partitions=2, stamp=Stamp.INTENDED)
    sink = make(f"{name}-out", partitions=2, stamp=Stamp.APPENDED)
    records = list(workload.stream.records(0, EVENTS))
    writer, running = source.writer(), open_engine.session.start(workload.flow, source, sink)
    deadline = time.monotonic() + LIMIT_S
    try:
        for partition in range(2):
            for record in records[partition::2]:
                writer.send(partition, record, 1_700_000_000_000)
            writer.flush()
            while running.progress().consumed < (partition + 1) * EVENTS // 2:
                assert time.monotonic() < deadline, running.failure()
                time.sleep(0.2)
            time.sleep(3)  # a batch more: the watermark has moved
    finally:
        running.stop()
        writer.close()
    collector = Collector(workload.flow, sink, RoundRobin(2))
    collector.drain()
    collector.close()
    comparison = compare(evaluate(workload.flow, records), collector.answer)
    assert comparison.equal, comparison.examples
