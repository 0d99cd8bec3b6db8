"""Exchanges with the brokers' clocks: records that they stamp, timed by our clock."""

import time

from confluent_kafka import KafkaError, Message, Producer

from streamgauge.transport.kafka.connection import Connection
from streamgauge.transport.kafka.topic import KafkaTopic

_EXCHANGES = 20  # with each partition's leader
_ANSWER_TIMEOUT_S = 5.0


def clock_exchanges(topic: KafkaTopic) -> list[tuple[float, int, float]]:
    """Write records one by one into a topic that stamps them: when each was sent, stamped and acknowledged, in milliseconds."""
    connection = Connection(topic.bootstrap_servers, topic.settings)
    producer = Producer(connection.config({"linger.ms": 0, "acks": "1"}))
    connection.look_up(producer, topic.name)
    found: list[tuple[float, int, float]] = []
    for number in range(_EXCHANGES * topic.partitions):
        stamped: list[int] = []

        def note(error: KafkaError | None, message: Message, stamped: list[int] = stamped) -> None:
            if error is None:
                stamped.append(message.timestamp()[1])

        sent_ms = time.time() * 1000
        producer.produce(topic.name, b"", partition=number % topic.partitions, on_delivery=note)
        if producer.flush(_ANSWER_TIMEOUT_S) or not stamped:
            raise connection.error("the brokers' clocks could not be read")
        found.append((sent_ms, stamped[0], time.time() * 1000))
    return found
