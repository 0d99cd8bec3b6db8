"""Looks at the newest record of a Kafka topic, for those who watch a run: one record a look, whatever lies in between."""

import uuid
from collections.abc import Sequence

from confluent_kafka import Consumer, TopicPartition

from streamgauge.transport.base import Record
from streamgauge.transport.kafka.connection import Connection
from streamgauge.transport.kafka.topic import KafkaTopic

_WAIT_S = 0.5  # a machine under load takes its time


class NewestRecord:
    """A look at the end of one topic, partition after partition."""

    def __init__(self, topic: KafkaTopic) -> None:
        self._topic = topic
        own = {"enable.auto.commit": False, "fetch.wait.max.ms": 10, "queued.min.messages": 1, "fetch.queue.backoff.ms": 1}
        group = {"group.id": f"streamgauge-{uuid.uuid4().hex}"}  # insisted on, though none is joined
        self._consumer = Consumer(group | Connection(topic.bootstrap_servers, topic.settings).config(own))
        self._turn = 0

    def look(self, ends: Sequence[int]) -> Record | None:
        """The record before the end of the next partition that has any; None if it does not come soon."""
        filled = [number for number, end in enumerate(ends) if end]
        if not filled:
            return None
        self._turn += 1
        partition = filled[self._turn % len(filled)]
        self._consumer.assign([TopicPartition(self._topic.name, partition, ends[partition] - 1)])
        for message in self._consumer.consume(1, _WAIT_S):
            if message.error() is None:
                return Record(partition, message.offset(), message.timestamp()[1], message.value() or b"")  # type: ignore[arg-type]
        return None

    def close(self) -> None:
        self._consumer.close()
