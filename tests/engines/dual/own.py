"""Transformations of the kinds that a user may have, and what tests do with the topics of a `DualQuery`."""

from typing import Any

from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.admin import AlterConfigOpType, ConfigEntry, ConfigResource, NewPartitions

from streamgauge import dual
from streamgauge.transport.kafka.admin import admin
from streamgauge.transport.kafka.topic import KafkaTopic

ORIGIN = ("origin_partition", "origin_offset")


def words(records: Any) -> Any:
    """Exactly once, two rows of a record."""
    lines = records.selectExpr("CAST(value AS STRING) AS line", *ORIGIN)
    return dual.explode(lines, "split(line, ' ')", into="value")


def in_one_partition(records: Any) -> Any:
    """Exactly once, all rows in one partition of the output."""
    return records.selectExpr("value", "0 AS partition", *ORIGIN)


def counts(records: Any) -> Any:
    """With state."""
    counted = records.selectExpr("explode(split(CAST(value AS STRING), ' ')) AS word").groupBy("word").count()
    return counted.selectExpr("word AS key", "to_json(struct(*)) AS value")


def send(topic: KafkaTopic, first: int, count: int, partitions: tuple[int, ...] = (0, 1)) -> None:
    """Lines of two words, numbered, to these partitions in turn."""
    send_values(topic, [f"a{number} b{number}".encode() for number in range(first, first + count)], partitions)


def send_values(topic: KafkaTopic, values: list[bytes], partitions: tuple[int, ...] = (0, 1)) -> None:
    writer = topic.writer()
    for number, value in enumerate(values):
        writer.send(partitions[number % len(partitions)], value, 1_700_000_000_000 + number)
    writer.close()


def values(topic: KafkaTopic) -> list[bytes]:
    """All that the topic holds now."""
    reader, found = topic.reader(), list[bytes]()
    while len(found) < sum(topic.end_offsets()):
        found += [record.value for record in reader.poll(1.0)]
    reader.close()
    return found


def headers(topic: KafkaTopic) -> list[list[tuple[str, bytes]]]:
    """Those of each record that partition 0 holds, or partition 1 if that holds none."""
    options = {"bootstrap.servers": topic.bootstrap_servers, "group.id": "headers", "auto.offset.reset": "earliest"}
    consumer = Consumer(options)
    partition = int(topic.end_offsets()[0] == 0)
    consumer.assign([TopicPartition(topic.name, partition, 0)])
    found = consumer.consume(topic.end_offsets()[partition], timeout=20)
    consumer.close()
    return [list(message.headers() or ()) for message in found]


def write_until(running: dual.DualQuery, sink: KafkaTopic, records: int) -> None:
    """Wait until the output holds so many; whatever ends the query is raised."""
    while sum(sink.end_offsets()) < records:
        assert not running.await_termination(0.2)


def grow(topic: KafkaTopic, partitions: int) -> None:
    """Give a topic more partitions; nobody who knows it is told."""
    more = [NewPartitions(topic.name, partitions)]
    administrator = admin(topic.bootstrap_servers, topic.settings)
    administrator.ask("it does not grow", lambda client: client.create_partitions(more)[topic.name].result())
    KafkaTopic(topic.name, partitions, topic.bootstrap_servers).wait_until_ready()


def limit_records(topic: KafkaTopic, most_bytes: int) -> None:
    """From now on the topic refuses longer ones."""
    configure(topic, "max.message.bytes", str(most_bytes))
    assert topic.most_batch_bytes() == most_bytes


def configure(topic: KafkaTopic, name: str, value: str) -> None:
    """Give the topic another setting."""
    entry = ConfigEntry(name, value, incremental_operation=AlterConfigOpType.SET)
    resource = ConfigResource(ConfigResource.Type.TOPIC, topic.name, incremental_configs=[entry])
    administrator = admin(topic.bootstrap_servers, topic.settings)
    administrator.ask("it keeps its own", lambda client: client.incremental_alter_configs([resource])[resource].result())
