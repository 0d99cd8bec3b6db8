"""Topics on a real broker."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient, NewTopic

from streamgauge.errors import MachineError, RequestError
from streamgauge.host.ports import LOOPBACK, free_ports
from streamgauge.transport.base import Reader, Record, Stamp
from streamgauge.transport.kafka.admin import admin
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.reader import _is_about_groups
from streamgauge.transport.kafka.settings import ClientSettings
from streamgauge.transport.kafka.topic import KafkaTopic, end_offsets, parse_url
from streamgauge.transport.kafka.transport import KafkaTransport

Name = Callable[[str], str]


@pytest.fixture(scope="module")
def transport(broker: ManagedBroker) -> KafkaTransport:
    return KafkaTransport(broker.bootstrap_servers)


def read(reader: Reader, count: int, within_s: float = 10.0) -> list[Record]:
    records: list[Record] = []
    deadline = time.monotonic() + within_s
    while len(records) < count and time.monotonic() < deadline:
        records += reader.poll(0.2)
    reader.close()
    return records


def test_round_trip_with_partitions_and_times(transport: KafkaTransport, new_name: Name) -> None:
    topic = transport.create_topic(new_name("in"), partitions=3, stamp=Stamp.INTENDED)
    assert topic.end_offsets() == (0, 0, 0)
    writer = topic.writer()
    # From 1970 to a year ahead: a record keeps the time it is given.
    times = [1, 1_000_000_000_000, int(time.time() * 1000) + 365 * 86_400_000]
    for number in range(3_000):
        writer.send(number % 3, b"%d" % number, times[number % 3])
    writer.close()
    assert topic.end_offsets() == (1_000, 1_000, 1_000)
    records = read(topic.reader(), 3_000)
    expected = [Record(n % 3, n // 3, times[n % 3], b"%d" % n) for n in range(3_000)]
    for partition in range(3):
        assert [r for r in records if r.partition == partition] == [r for r in expected if r.partition == partition]


def test_the_ends_of_several_topics_at_once(transport: KafkaTransport, new_name: Name) -> None:
    sizes = {"one": 1, "three": 3}
    first, second = (transport.create_topic(new_name(name), partitions=sizes[name], stamp=Stamp.INTENDED) for name in sizes)
    writer = second.writer()
    writer.send(2, b"a", 1)
    writer.close()
    assert end_offsets([second, first, second]) == [(0, 0, 1), (0,), (0, 0, 1)]


def test_a_topic_that_stamps_on_append(transport: KafkaTransport, new_name: Name) -> None:
    topic = transport.create_topic(new_name("out"), partitions=1, stamp=Stamp.APPENDED)
    before_ms = int(time.time() * 1000)
    writer = topic.writer()
    writer.send(0, b"", 5)
    writer.close()
    (record,) = read(topic.reader(), 1)
    assert before_ms <= record.timestamp_ms <= time.time() * 1000
    assert record.value == b""


def test_a_poll_returns_what_is_there_without_waiting(transport: KafkaTransport, new_name: Name) -> None:
    topic = transport.create_topic(new_name("in"), partitions=1, stamp=Stamp.INTENDED)
    reader, writer = topic.reader(), topic.writer()
    assert reader.poll(0.5) == []
    writer.send(0, b"a", 1)
    start = time.monotonic()
    assert len(reader.poll(5)) == 1
    assert time.monotonic() - start < 2
    reader.close()
    writer.close()


def test_nothing_is_fetched_before_the_first_poll(transport: KafkaTransport, new_name: Name) -> None:
    reader = transport.create_topic(new_name("in"), partitions=2, stamp=Stamp.INTENDED).reader()
    assert reader._consumer.assignment() == []
    reader.poll(0)
    assert sorted(each.partition for each in reader._consumer.assignment()) == [0, 1]
    reader.close()


def test_a_short_queue_makes_a_writer_wait_for_a_broker_that_does_not_answer(
    broker: ManagedBroker, transport: KafkaTransport, new_name: Name
) -> None:
    writer = transport.create_topic(new_name("in"), partitions=1, stamp=Stamp.INTENDED).writer(queue_records=1_000)
    os.kill(broker.pid, signal.SIGSTOP)
    later = threading.Timer(0.5, os.kill, (broker.pid, signal.SIGCONT))
    later.start()
    start = time.monotonic()
    for _ in range(1_001):
        writer.send(0, b"", 1)
    waited_s = time.monotonic() - start
    later.join()
    writer.close()
    assert waited_s > 0.4


def test_opening_by_address(transport: KafkaTransport, new_name: Name) -> None:
    created = transport.create_topic(new_name("in"), partitions=2, stamp=Stamp.INTENDED)
    assert KafkaTopic.from_url(f"kafka://{transport.bootstrap_servers}/{created.name}") == created


def test_an_existing_topic_is_refused(transport: KafkaTransport, new_name: Name) -> None:
    transport.create_topic(new_name("in"), partitions=1, stamp=Stamp.INTENDED)
    with pytest.raises(RequestError, match="already exists") as caught:
        transport.create_topic(new_name("in"), partitions=1, stamp=Stamp.INTENDED)
    assert "nothing was overwritten" in caught.value.fix


def test_delete(transport: KafkaTransport, new_name: Name) -> None:
    name = new_name("in")
    transport.create_topic(name, partitions=1, stamp=Stamp.INTENDED)
    transport.delete_topic(name)
    with pytest.raises(RequestError, match="cannot be used"):
        KafkaTopic.open(name, transport.bootstrap_servers)
    with pytest.raises(RequestError, match="could not be deleted"):
        transport.delete_topic(name)


def test_a_record_that_the_cluster_refuses_fails_the_close(transport: KafkaTransport, new_name: Name) -> None:
    name = new_name("in")
    narrow = NewTopic(name, num_partitions=1, replication_factor=1, config={"max.message.bytes": "200"})
    admin = AdminClient({"bootstrap.servers": transport.bootstrap_servers})
    admin.create_topics([narrow])[name].result()
    topic = KafkaTopic(name, 1, transport.bootstrap_servers)
    topic.wait_until_ready()
    writer = topic.writer()
    writer.send(0, b"x" * 1000, 1)
    with pytest.raises(MachineError, match="1 records were not written"):
        writer.close()


def test_a_partition_that_does_not_exist(transport: KafkaTransport, new_name: Name) -> None:
    writer = transport.create_topic(new_name("in"), partitions=1, stamp=Stamp.INTENDED).writer()
    with pytest.raises(MachineError, match="Unknown partition"):
        writer.send(9, b"", 1)
    writer.close()


def test_an_unreachable_broker_is_said_soon_and_in_one_place() -> None:
    address = f"{LOOPBACK}:{free_ports(1)[0]}"
    program = (
        "import sys; from streamgauge.transport.kafka.topic import KafkaTopic\n"
        "try: KafkaTopic.open('words', sys.argv[1])\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-c", program, address], capture_output=True, text=True, check=True)
    assert time.monotonic() - start < 12
    assert done.stdout.startswith("MachineError topic words could not be looked up: ")
    assert "Connection refused" in done.stdout
    assert f"where: Kafka at {address}" in done.stdout
    assert done.stderr == ""


def test_a_setting_with_a_wrong_value_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "client.properties"
    path.write_text("client.id=me\nsecurity.protocol=NONE\n")
    with pytest.raises(RequestError, match='"NONE"') as caught:
        KafkaTopic.open("words", "example.invalid:9092", ClientSettings.read(path))
    assert caught.value.where == f"{path}:2"


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("kafka://host:1/words", ("host:1", "words")),
        ("kafka://host/words", ("host:9092", "words")),
        ("kafka://a:1,b/words", ("a:1,b:9092", "words")),
        ("kafka://[::1]/words", ("[::1]:9092", "words")),
    ],
)
def test_addresses(url: str, parts: tuple[str, str]) -> None:
    assert parse_url(url) == parts


@pytest.mark.parametrize(
    "url", ["host/words", "http://host/words", "kafka://host", "kafka://host/", "kafka:///a", "kafka://h/a/b"]
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(RequestError, match="is not the address of a topic"):
        parse_url(url)


def test_what_changes_something_is_asked_for_once_if_the_answer_was_lost(transport: KafkaTransport) -> None:
    """It may have been done: asked again, a cluster would say that the topic exists already, or is unknown."""
    asked: list[int] = []

    def lost(_: object) -> None:
        asked.append(1)
        raise KafkaException(KafkaError(KafkaError.REQUEST_TIMED_OUT))

    with pytest.raises(KafkaException):
        admin(transport.bootstrap_servers, transport.settings).ask("it could not be made", lost, is_repeatable=False)
    assert len(asked) == 1


def test_a_refused_group_is_no_refusal_of_the_topic() -> None:
    """The client asks for a group, which nobody joins."""

    class Refused:
        def error(self) -> KafkaError:
            return KafkaError(KafkaError.GROUP_AUTHORIZATION_FAILED)

    assert _is_about_groups(Refused())  # type: ignore[arg-type]
