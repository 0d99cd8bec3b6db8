"""Appends to a Kafka topic, fast: one call into the client per record, a Python callback only for a record that failed."""

import time

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from streamgauge.errors import MachineError
from streamgauge.transport.kafka.connection import MOST_RECORD_BYTES, Connection
from streamgauge.transport.kafka.settings import ClientSettings

QUEUE_RECORDS = 1_000_000
_QUEUE_KILOBYTES = 512 * 1024
_FULL_QUEUE_PAUSE_S = 0.001
_STALLED_AFTER_S = 15.0


class KafkaWriter:
    """A writer of one topic. Retries keep order and repeat nothing (the producer is idempotent).

    At most so many records wait to be acknowledged: whoever has to know when the cluster falls behind asks for fewer.
    """

    def __init__(
        self,
        topic: str,
        bootstrap_servers: str,
        settings: ClientSettings,
        *,
        linger_ms: float,
        queue_records: int = QUEUE_RECORDS,
    ) -> None:
        self._topic = topic
        self._connection = Connection(bootstrap_servers, settings)
        self._failed = 0
        self._first_failure: KafkaError | None = None
        own = {
            "enable.idempotence": True,
            "linger.ms": linger_ms,
            "message.max.bytes": MOST_RECORD_BYTES,
            "queue.buffering.max.messages": min(queue_records, QUEUE_RECORDS),
            "queue.buffering.max.kbytes": _QUEUE_KILOBYTES,
            "delivery.report.only.error": True,
            "on_delivery": self._on_failure,
        }
        self._producer = Producer(self._connection.config(own))
        self._connection.look_up(self._producer, topic)
        self._produce = self._producer.produce

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None:
        """Queue a record; waits only while the queue is full."""
        while True:
            try:
                self._produce(self._topic, value, partition=partition, timestamp=timestamp_ms)
            except BufferError:
                self._producer.poll(_FULL_QUEUE_PAUSE_S)
                self._raise_if_failed()
            except KafkaException as error:
                raise self._connection.error(f"a record could not be written to {self._topic}", error) from error
            else:
                return

    def flush(self) -> None:
        """Nothing to do but to learn of failures: records leave by themselves once they have lingered."""
        self._producer.poll(0)
        self._raise_if_failed()

    def close(self) -> None:
        """Wait until the cluster has everything; raise if it refused a record or takes no more."""
        moved_at, outstanding = time.monotonic(), len(self._producer)
        while outstanding:
            left = self._producer.flush(0.5)
            if left != outstanding:
                moved_at, outstanding = time.monotonic(), left
            elif time.monotonic() - moved_at > _STALLED_AFTER_S:
                self._producer.purge()
                raise self._connection.error(f"{left:,} records could not be written to {self._topic}")
        self._producer.poll(0)
        self._raise_if_failed()

    def _on_failure(self, error: KafkaError | None, _: Message) -> None:
        self._failed += 1
        self._first_failure = self._first_failure or error

    def _raise_if_failed(self) -> None:
        if self._first_failure is not None:
            raise MachineError(
                f"{self._failed:,} records were not written to {self._topic}: {self._first_failure.str()}",
                where=f"Kafka at {self._connection.bootstrap_servers}",
                fix="check the brokers' health and disk, and the user's rights",
            )
