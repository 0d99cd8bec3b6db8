"""What parts add to the latency, from real topics."""

import json
import time
import uuid

from confluent_kafka import KafkaException

from streamgauge.engines.dual.spark import part_latency
from streamgauge.engines.dual.spark.part_latency import PartLatencies, added_ms
from streamgauge.errors import MachineError
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport


def test_each_part_adds_what_lies_between_its_end_and_the_one_before(broker: ManagedBroker, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(part_latency, "LOOK_S", 0.05)
    transport, told = KafkaTransport(broker.bootstrap_servers), []
    names = [f"part-latency-{uuid.uuid4().hex[:8]}-{number}" for number in range(2)]
    topics = [transport.create_topic(name, partitions=2, stamp=Stamp.INTENDED) for name in names]
    latencies = PartLatencies(dict(zip(("split", "count"), topics, strict=True)), told.append)
    writers = [topic.writer() for topic in topics]
    deadline = time.monotonic() + 30
    while not told and time.monotonic() < deadline:
        for writer, under_way_ms in zip(writers, (20, 50), strict=True):
            for partition in range(2):
                writer.send(partition, json.dumps({"_t": 1_000_000}).encode(), 1_000_000 + under_way_ms)
            writer.flush()
        time.sleep(0.05)
    latencies.stop()
    assert told
    assert all(each == {"split": 20.0, "count": 30.0} for each in told)


def test_nothing_is_told_of_parts_that_have_written_nothing() -> None:
    assert added_ms([3.0, None]) is None


def test_an_outage_is_survived(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Each look may fail; the one after it tells again."""
    looks = iter([MachineError("nobody answers", where="Kafka", fix="start it"), KafkaException("gone"), 7.0])

    class Sample:
        def __init__(self, _: object) -> None: ...

        def look(self) -> float | None:
            found = next(looks, None)
            if isinstance(found, Exception):
                raise found
            return found

        def close(self) -> None: ...

    monkeypatch.setattr(part_latency, "LOOK_S", 0.01)
    monkeypatch.setattr(part_latency, "_Sample", Sample)
    told: list[object] = []
    latencies = PartLatencies({"split": KafkaTopic("out", 1, "127.0.0.1:9")}, told.append)
    deadline = time.monotonic() + 10
    while not told and time.monotonic() < deadline:
        time.sleep(0.01)
    latencies.stop()
    assert told == [{"split": 7.0}]
