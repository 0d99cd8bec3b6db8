"""Reads partitions of a Kafka topic from given offsets on, without joining a group or committing anything."""

import uuid
from collections.abc import Mapping

from confluent_kafka import Consumer, KafkaError, Message, TopicPartition

from streamgauge.errors import MachineError
from streamgauge.transport.base import Record
from streamgauge.transport.kafka.connection import Connection
from streamgauge.transport.kafka.settings import ClientSettings

_MOST_AT_ONCE = 10_000


class KafkaReader:
    """A reader of one topic, from the offset on that `starts` has for a partition. Nothing is fetched before the first `poll`."""

    def __init__(
        self,
        topic: str,
        starts: Mapping[int, int],
        bootstrap_servers: str,
        settings: ClientSettings,
        *,
        most_at_once: int = _MOST_AT_ONCE,
    ) -> None:
        self._topic, self._most_at_once = topic, most_at_once
        self._connection = Connection(bootstrap_servers, settings)
        own = {
            "enable.auto.commit": False,
            "enable.auto.offset.store": False,
            "auto.offset.reset": "error",
            # The default of a second holds a fast reader back.
            "fetch.queue.backoff.ms": 1,
        }
        # The client insists on a group, though none is joined.
        group = {"group.id": f"streamgauge-{uuid.uuid4().hex}"}
        self._consumer = Consumer(group | self._connection.config(own))
        self._connection.look_up(self._consumer, topic)
        self._unassigned = [TopicPartition(topic, number, offset) for number, offset in starts.items()]

    def poll(self, timeout_s: float) -> list[Record]:
        if self._unassigned:
            self._consumer.assign(self._unassigned)
            self._unassigned = []
        # consume(n, timeout) waits until it has n: so take what is there, and wait for one record only if that is nothing.
        messages = self._consumer.consume(self._most_at_once, 0)
        if not messages and timeout_s > 0:
            messages = self._consumer.consume(1, timeout_s)
            if messages:
                messages += self._consumer.consume(self._most_at_once, 0)
        if not messages and self._connection.is_down:
            # Otherwise a dead cluster would look like a quiet topic for ever.
            self._connection.look_up(self._consumer, self._topic)
        return [self._record(message) for message in messages if not _is_about_groups(message)]

    def close(self) -> None:
        self._consumer.close()

    def _record(self, message: Message) -> Record:
        error = message.error()
        if error is not None:
            raise MachineError(
                f"topic {self._topic} could not be read: {error.str()}",
                where=f"Kafka at {self._connection.bootstrap_servers}",
                fix="check that the topic still exists and that the user may read it",
            )
        return Record(message.partition(), message.offset(), message.timestamp()[1], message.value() or b"")  # type: ignore[arg-type]


def _is_about_groups(message: Message) -> bool:
    """The client asks for the group that it insists on; a user without the right to one is refused, which means nothing."""
    error = message.error()
    return error is not None and error.code() == KafkaError.GROUP_AUTHORIZATION_FAILED
