"""Few partitions are read by all cores in a micro-batch, but only where the order within a partition decides nothing."""

import os
import uuid
from typing import Any

import pytest

from streamgauge.engines.spark.balance import can_balance, read_tasks
from streamgauge.engines.spark.endpoints import read_stream
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload

from .opened import OpenEngine

on_microbatch = pytest.mark.parametrize("open_engine", ["spark-microbatch"], indirect=True)


@pytest.mark.parametrize(
    ("workload", "expected"),
    [
        ("wordcount", True),
        ("ysb", True),
        ("operator-fold", True),  # it sorts what it gets
        ("operator-count-window", True),
        ("grep", False),  # its rows are written in the order of the records
        ("operator-dedup", False),
        ("operator-join-interval", False),
        ("nexmark-q4", False),  # an aggregate after a join
    ],
)
def test_only_where_order_decides_nothing(workload: str, *, expected: bool) -> None:
    assert can_balance(load_workload(workload).configured({}, seed=1).flow) is expected


@on_microbatch
@pytest.mark.parametrize("workload", ["ysb", "operator-fold"])
def test_one_partition_gives_the_same_answer(open_engine: OpenEngine, workload: str) -> None:
    configured = load_workload(workload).configured({}, seed=1)
    open_engine.check(configured.flow, configured.stream.records(0, 2_000), partitions=1)


@on_microbatch
def test_a_batch_is_cut_into_as_many_pieces_as_asked_for(open_engine: OpenEngine, broker: ManagedBroker) -> None:
    spark: Any = open_engine.session.spark  # type: ignore[attr-defined]
    topic = KafkaTransport(broker.bootstrap_servers).create_topic(uuid.uuid4().hex, partitions=1, stamp=Stamp.INTENDED)
    writer = topic.writer()
    for number in range(300):
        writer.send(0, str(number).encode(), 1_700_000_000_000)
    writer.close()
    name = f"pieces_{uuid.uuid4().hex}"
    rows = read_stream(spark, topic, tasks=3).selectExpr("spark_partition_id() AS task", "offset")
    query = rows.writeStream.format("memory").queryName(name).trigger(availableNow=True).start()
    query.awaitTermination()
    pieces = spark.table(name).groupBy("task").agg({"offset": "count"}).collect()
    assert sorted(tuple(piece) for piece in pieces) == [(0, 100), (1, 100), (2, 100)]


@on_microbatch
def test_there_are_no_more_pieces_than_cores(open_engine: OpenEngine) -> None:
    spark: Any = open_engine.session.spark  # type: ignore[attr-defined]
    ysb, grep = (load_workload(name).configured({}, seed=1).flow for name in ("ysb", "grep"))
    assert read_tasks(spark, ysb, {"balance": True}) == os.cpu_count()
    assert read_tasks(spark, grep, {"balance": True}) == 0
    assert read_tasks(spark, ysb, {"balance": False}) == read_tasks(spark, ysb, {}) == 0
