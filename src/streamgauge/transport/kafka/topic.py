"""One Kafka topic: how to open it, write it, read it and ask how long it is."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import unquote

from confluent_kafka import OFFSET_BEGINNING, IsolationLevel, KafkaException, TopicCollection, TopicPartition
from confluent_kafka.admin import ConfigResource, OffsetSpec  # type: ignore[attr-defined]

from streamgauge.errors import MachineError, RequestError, StreamgaugeError
from streamgauge.transport.kafka.admin import ANSWER_TIMEOUT_S, admin, has_no_leader, is_forbidden
from streamgauge.transport.kafka.reader import KafkaReader
from streamgauge.transport.kafka.settings import ClientSettings
from streamgauge.transport.kafka.writer import QUEUE_RECORDS, KafkaWriter

_DEFAULT_PORT = 9092
_READY_TIMEOUT_S = 30.0
_READY_PAUSE_S = 0.02


@dataclass(frozen=True, slots=True)
class KafkaTopic:
    """A topic that exists; `open` and `from_url` ask the cluster for the number of its partitions."""

    name: str
    partitions: int
    bootstrap_servers: str
    settings: ClientSettings = field(default_factory=ClientSettings)

    @classmethod
    def open(cls, name: str, bootstrap_servers: str, settings: ClientSettings | None = None) -> "KafkaTopic":
        settings = settings or ClientSettings()
        return cls(name, _partitions(name, bootstrap_servers, settings), bootstrap_servers, settings)

    @classmethod
    def from_url(cls, url: str, settings: ClientSettings | None = None) -> "KafkaTopic":
        bootstrap_servers, name = parse_url(url)
        return cls.open(name, bootstrap_servers, settings)

    def as_it_is_now(self) -> "KafkaTopic":
        """The same topic with the partitions that it has now: somebody may have given it more."""
        return KafkaTopic.open(self.name, self.bootstrap_servers, self.settings)

    def most_batch_bytes(self) -> int:
        """The longest batch of records that the topic takes, if only of one record: its `max.message.bytes`."""
        return int(self._setting("max.message.bytes"))

    def is_compacted(self) -> bool:
        """Does it keep only the newest record of each key? Then a record without key is refused."""
        return "compact" in self._setting("cleanup.policy")

    def _setting(self, name: str) -> str:
        topic = ConfigResource(ConfigResource.Type.TOPIC, self.name)
        try:
            settings = admin(self.bootstrap_servers, self.settings).ask(
                f"the settings of topic {self.name} are not known",
                lambda client: client.describe_configs([topic], request_timeout=ANSWER_TIMEOUT_S)[topic].result(),
            )
        except KafkaException as error:
            fix = "give the user the right to see them (DescribeConfigs)"
            raise self._refused("does not tell its settings", error, fix) from error
        return str(settings[name].value)

    def writer(self, *, linger_ms: float = 1.0, queue_records: int = QUEUE_RECORDS) -> KafkaWriter:
        """A writer that waits `linger_ms` for more records before it sends a batch, and keeps so many at most."""
        return KafkaWriter(self.name, self.bootstrap_servers, self.settings, linger_ms=linger_ms, queue_records=queue_records)

    def reader(self) -> KafkaReader:
        starts = dict.fromkeys(range(self.partitions), OFFSET_BEGINNING)
        return KafkaReader(self.name, starts, self.bootstrap_servers, self.settings)

    def begin_offsets(self) -> tuple[int, ...]:
        """For every partition the offset of its oldest record."""
        return self._offsets(OffsetSpec.earliest())  # type: ignore[no-untyped-call]

    def end_offsets(self) -> tuple[int, ...]:
        return self._offsets(OffsetSpec.latest())  # type: ignore[no-untyped-call]

    def _offsets(self, which: OffsetSpec) -> tuple[int, ...]:
        (offsets,) = _offsets((self,), which)
        return offsets

    def trim(self, offsets: Mapping[int, int]) -> None:
        """Delete the records before these offsets, by partition."""
        before = [TopicPartition(self.name, partition, offset) for partition, offset in offsets.items()]
        try:
            admin(self.bootstrap_servers, self.settings).ask(
                f"topic {self.name} could not be trimmed",
                lambda client: [
                    each.result() for each in client.delete_records(before, request_timeout=ANSWER_TIMEOUT_S).values()
                ],
            )
        except KafkaException as error:
            fix = "check that it still exists and that the user may delete records"
            raise self._refused("cannot be trimmed", error, fix) from error

    def _refused(self, why: str, error: KafkaException, fix: str) -> StreamgaugeError:
        return _refused(f"topic {self.name} {why}", self.bootstrap_servers, error, fix)

    def wait_until_ready(self) -> None:
        """Return when every partition has a leader that answers: right after a topic was made they have none yet."""
        deadline = time.monotonic() + _READY_TIMEOUT_S
        while True:
            try:
                _ask_offsets((self,), OffsetSpec.latest())  # type: ignore[no-untyped-call]
            except KafkaException as error:
                if is_forbidden(error):
                    fix = "give the user the right to describe it"
                    raise self._refused("was made, but cannot be looked at", error, fix) from error
                if time.monotonic() > deadline:
                    raise MachineError(
                        f"topic {self.name} is not ready after {_READY_TIMEOUT_S:.0f} s: {error.args[0].str()}",
                        where=f"Kafka at {self.bootstrap_servers}",
                        fix="check that enough brokers run",
                    ) from error
            else:
                return
            time.sleep(_READY_PAUSE_S)


def end_offsets(topics: Sequence[KafkaTopic]) -> list[tuple[int, ...]]:
    """The ends of several topics. Topics of the same cluster are asked for together, which costs little more than one of them."""
    return _together(topics, OffsetSpec.latest())  # type: ignore[no-untyped-call]


def begin_offsets(topics: Sequence[KafkaTopic]) -> list[tuple[int, ...]]:
    """The beginnings of several topics, likewise."""
    return _together(topics, OffsetSpec.earliest())  # type: ignore[no-untyped-call]


def _together(topics: Sequence[KafkaTopic], which: OffsetSpec) -> list[tuple[int, ...]]:
    found: dict[KafkaTopic, tuple[int, ...]] = {}
    by_cluster: dict[tuple[str, ClientSettings], list[KafkaTopic]] = {}
    for topic in dict.fromkeys(topics):
        by_cluster.setdefault((topic.bootstrap_servers, topic.settings), []).append(topic)
    for together in by_cluster.values():
        found |= zip(together, _offsets(together, which), strict=True)
    return [found[topic] for topic in topics]


def _offsets(topics: Sequence[KafkaTopic], which: OffsetSpec) -> list[tuple[int, ...]]:
    try:
        return _ask_offsets(topics, which)
    except KafkaException as error:
        fix = "check that it still exists and that the user may read it"
        raise _refused(f"{_named(topics)} cannot be asked for offsets", topics[0].bootstrap_servers, error, fix) from error


def _refused(what: str, bootstrap_servers: str, error: KafkaException, fix: str) -> StreamgaugeError:
    """The error for an answer that says no: the fault of the request, unless only a leader was missing."""
    said, where = f"{what}: {error.args[0].str()}", f"Kafka at {bootstrap_servers}"
    if has_no_leader(error):
        return MachineError(said, where=where, fix="wait until every partition has a leader, and check that all brokers run")
    return RequestError(said, where=where, fix=fix)


def _ask_offsets(topics: Sequence[KafkaTopic], which: OffsetSpec) -> list[tuple[int, ...]]:
    """For each topic of one cluster the offsets of its partitions, as far as its readers come."""
    level = IsolationLevel.READ_COMMITTED if topics[0].settings.reads_committed else IsolationLevel.READ_UNCOMMITTED
    wanted = {TopicPartition(topic.name, number): which for topic in topics for number in range(topic.partitions)}
    answers = admin(topics[0].bootstrap_servers, topics[0].settings).ask(
        f"the offsets of {_named(topics)} are not known",
        lambda client: [
            each.result().offset
            for each in client.list_offsets(wanted, request_timeout=ANSWER_TIMEOUT_S, isolation_level=level).values()
        ],
    )
    offsets = iter(answers)
    return [tuple(islice(offsets, topic.partitions)) for topic in topics]


def _named(topics: Sequence[KafkaTopic]) -> str:
    return f"topic{'s' * (len(topics) > 1)} {', '.join(topic.name for topic in topics)}"


def wait_until_gone(name: str, bootstrap_servers: str, settings: ClientSettings) -> None:
    """Return when the cluster knows the topic no more: a deletion that it has agreed to takes a moment."""
    deadline = time.monotonic() + _READY_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            _partitions(name, bootstrap_servers, settings)
        except RequestError:
            return
        time.sleep(_READY_PAUSE_S)


def parse_url(url: str) -> tuple[str, str]:
    """The brokers and the topic of `kafka://HOST[:PORT][,HOST[:PORT]...]/TOPIC`.

    >>> parse_url("kafka://example.org/clicks")
    ('example.org:9092', 'clicks')
    """
    scheme, _, rest = url.partition("://")
    hosts, _, name = rest.partition("/")
    if scheme != "kafka" or not hosts or not name or "/" in name:
        raise RequestError(f"{url!r} is not the address of a topic", where="URL", fix="write kafka://HOST:PORT/TOPIC")
    return ",".join(map(_with_port, hosts.split(","))), unquote(name)


def _with_port(host: str) -> str:
    has_port = ":" in host.rpartition("]")[2]
    return host if has_port else f"{host}:{_DEFAULT_PORT}"


def _partitions(name: str, bootstrap_servers: str, settings: ClientSettings) -> int:
    """How many partitions a topic has; asks in a way that never creates it."""
    try:
        description = admin(bootstrap_servers, settings).ask(
            f"topic {name} could not be looked up",
            lambda client: client.describe_topics(TopicCollection([name]), request_timeout=ANSWER_TIMEOUT_S)[name].result(),
        )
    except KafkaException as error:
        fix = "create it, or check its name and the rights of the user"
        raise _refused(f"topic {name} cannot be used", bootstrap_servers, error, fix) from error
    return len(description.partitions)
