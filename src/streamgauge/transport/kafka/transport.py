"""Topics on a Kafka cluster."""

from contextlib import suppress
from dataclasses import dataclass, field

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import NewTopic  # type: ignore[attr-defined]

from streamgauge.errors import RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.admin import ANSWER_TIMEOUT_S, admin
from streamgauge.transport.kafka.connection import MOST_RECORD_BYTES
from streamgauge.transport.kafka.settings import ClientSettings
from streamgauge.transport.kafka.topic import KafkaTopic, wait_until_gone

_TIMESTAMP_TYPE = {Stamp.INTENDED: "CreateTime", Stamp.APPENDED: "LogAppendTime"}


@dataclass(frozen=True, slots=True)
class KafkaTransport:
    """Makes and removes topics on one cluster; never touches one that it did not make under that name."""

    bootstrap_servers: str
    settings: ClientSettings = field(default_factory=ClientSettings)

    @property
    def name(self) -> str:
        return "kafka"

    def create_topic(self, name: str, *, partitions: int, stamp: Stamp) -> KafkaTopic:
        """A new, empty topic whose partitions all have a leader; its records are kept until it is deleted."""
        new = NewTopic(
            name,
            num_partitions=partitions,
            replication_factor=-1,  # the cluster's default
            config={
                "message.timestamp.type": _TIMESTAMP_TYPE[stamp],
                "retention.ms": "-1",
                "retention.bytes": "-1",
                "max.message.bytes": str(MOST_RECORD_BYTES),
            },
        )
        admin_client = admin(self.bootstrap_servers, self.settings)
        try:
            admin_client.ask(
                f"topic {name} could not be created",
                lambda client: client.create_topics([new], request_timeout=ANSWER_TIMEOUT_S)[name].result(),
                is_repeatable=False,
            )
        except KafkaException as error:
            raise self._refused("created", name, error) from error
        topic = KafkaTopic(name, partitions, self.bootstrap_servers, self.settings)
        try:
            topic.wait_until_ready()
        except BaseException:
            with suppress(Exception):  # the first error counts
                self.delete_topic(name)
            raise
        return topic

    def delete_topic(self, name: str) -> None:
        try:
            admin(self.bootstrap_servers, self.settings).ask(
                f"topic {name} could not be deleted",
                lambda client: client.delete_topics([name], request_timeout=ANSWER_TIMEOUT_S)[name].result(),
                is_repeatable=False,
            )
        except KafkaException as error:
            raise self._refused("deleted", name, error) from error
        wait_until_gone(name, self.bootstrap_servers, self.settings)

    def _refused(self, done: str, name: str, error: KafkaException) -> RequestError:
        fixes = {
            KafkaError.TOPIC_ALREADY_EXISTS: "choose another name; nothing was overwritten",
            KafkaError.UNKNOWN_TOPIC_OR_PART: "check its name",
        }
        reason = error.args[0]
        return RequestError(
            f"topic {name} could not be {done}: {reason.str()}",
            where=f"Kafka at {self.bootstrap_servers}",
            fix=fixes.get(reason.code(), "check the name and the rights of the user"),
        )
