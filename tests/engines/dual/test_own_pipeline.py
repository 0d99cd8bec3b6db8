"""A user's own transformation: what is promised for it, what is refused, and that a restart goes on where it was."""

import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka.admin import NewPartitions, NewTopic

from streamgauge import dual
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.spark.engine import DualSession
from streamgauge.engines.spark.endpoints import read_stream
from streamgauge.errors import EngineError, MachineError, RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.admin import admin
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from tests.engines.opened import OpenEngine

pytestmark = pytest.mark.parametrize("open_engine", ["dual"], indirect=True)

ORIGIN = ("origin_partition", "origin_offset")


@pytest.fixture
def spark(open_engine: OpenEngine) -> Any:
    assert isinstance(open_engine.session, DualSession)
    return open_engine.session.spark


@pytest.fixture
def topics(broker: ManagedBroker) -> tuple[KafkaTopic, KafkaTopic]:
    make, name = KafkaTransport(broker.bootstrap_servers).create_topic, uuid.uuid4().hex[:8]
    source = make(f"{name}-in", partitions=2, stamp=Stamp.INTENDED)
    return source, make(f"{name}-out", partitions=2, stamp=Stamp.APPENDED)


@pytest.fixture
def query(spark: Any, topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path) -> Iterator[Callable[..., dual.DualQuery]]:
    """A query between the two topics; whatever is given is made otherwise. None is left running."""

    def made(**given: Any) -> dual.DualQuery:
        usual = {"source": topics[0], "transform": words, "sink": topics[1], "checkpoint": str(tmp_path / "checkpoint")}
        return dual.DualQuery(spark, **(usual | given))

    yield made
    for left in spark.streams.active:
        left.stop()


def words(records: Any) -> Any:
    lines = records.selectExpr("CAST(value AS STRING) AS line", *ORIGIN)
    return dual.explode(lines, "split(line, ' ')", into="value")


def counts(records: Any) -> Any:
    counted = records.selectExpr("explode(split(CAST(value AS STRING), ' ')) AS word").groupBy("word").count()
    return counted.selectExpr("word AS key", "to_json(struct(*)) AS value")


def joined(records: Any) -> Any:
    """Each record with three rows of a table."""
    return records.crossJoin(records.sparkSession.range(3)).select("value", *ORIGIN)


def sessions(records: Any) -> Any:
    from pyspark.sql import functions as f

    timed = records.withWatermark("timestamp", "1 second").groupBy(f.session_window("timestamp", "5 seconds"), "topic").count()
    return timed.selectExpr("to_json(struct(*)) AS value")


def send(topic: KafkaTopic, first: int, count: int) -> None:
    writer = topic.writer()
    for number in range(first, first + count):
        writer.send(number % 2, f"a{number} b{number}".encode(), 1_700_000_000_000 + number)
    writer.close()


def values(topic: KafkaTopic) -> list[bytes]:
    reader, found = topic.reader(), list[bytes]()
    while len(found) < sum(topic.end_offsets()):
        found += [record.value for record in reader.poll(1.0)]
    reader.close()
    return found


@pytest.mark.parametrize(
    ("transform", "guarantee"),
    [
        (words, dual.Guarantee.EXACTLY_ONCE),
        (lambda records: records.select("value"), dual.Guarantee.AT_LEAST_ONCE),
        (lambda records: records.select("value", *ORIGIN).repartition(2), dual.Guarantee.AT_LEAST_ONCE),
        (
            lambda records: records.selectExpr("explode(split(CAST(value AS STRING), ' ')) AS value", *ORIGIN),
            dual.Guarantee.AT_LEAST_ONCE,
        ),
        (joined, dual.Guarantee.AT_LEAST_ONCE),
        (lambda records: records.where("value IS NOT NULL").select("value", *ORIGIN), dual.Guarantee.EXACTLY_ONCE),
        (counts, dual.Guarantee.FINAL_VALUES),
    ],
)
def test_guarantee(query: Callable[..., dual.DualQuery], transform: Callable[[Any], Any], guarantee: dual.Guarantee) -> None:
    assert query(transform=transform).guarantee is guarantee


def test_an_order_that_is_needed_is_not_given_up(query: Callable[..., dual.DualQuery]) -> None:
    assert query(transform=counts, batch_tasks=4).guarantee is dual.Guarantee.FINAL_VALUES
    with pytest.raises(RequestError, match="in the order of its partition"):
        query(batch_tasks=4)


def test_a_restart_goes_on_where_it_was(query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]) -> None:
    """Stopped in the middle of a batch, before and after the first commit."""
    source, sink = topics
    for first in (0, 300, 600):
        running = query(realtime_batch_s=1.0).start()
        send(source, first, 300)
        while sum(sink.end_offsets()) < 2 * first + 200:
            assert not running.await_termination(0.2)
        running.stop()
        assert running.status()["is_running"] is False
    running = query().start()
    while sum(sink.end_offsets()) < 1800:
        assert not running.await_termination(0.2)
    running.stop()
    assert sorted(values(sink)) == sorted(f"{letter}{number}".encode() for number in range(900) for letter in "ab")


def test_killed_in_the_middle_of_the_first_commit(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    """Spark leaves the file that it was writing, and begins no first batch where there is one."""
    query().start().stop()
    commits = tmp_path / "checkpoint" / "commits"
    commits.mkdir(exist_ok=True)
    assert not list(commits.glob("[0-9]*"))
    (commits / ".0.0a13efa2-63c0-42f6-9561-a4b4ec390581.tmp").touch()
    running = query().start()
    send(topics[0], 0, 10)
    while sum(topics[1].end_offsets()) < 20:
        assert not running.await_termination(0.2)
    running.stop()


def test_what_real_time_mode_cannot_run_is_refused_or_stays(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    with pytest.raises(RequestError, match="real-time mode cannot run"):
        query(transform=sessions, output_mode="append", checkpoint=str(tmp_path / "refused")).start()
    staying = query(transform=sessions, output_mode="append", unsupported="microbatch").start()
    send(topics[0], 0, 10)
    assert not staying.await_termination(3)
    assert staying.status()["paradigm"] == "operation stream"
    staying.stop()
    again = query(transform=sessions, output_mode="append", unsupported="microbatch", batch_interval_s=2.0).start()
    assert again.status()["is_running"]
    assert again.status()["model"]["T"] == {"value": 2.0, "basis": "given"}
    again.stop()


def test_who_is_told_of_a_switch_may_stop_the_query_and_may_fail(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], caplog: pytest.LogCaptureFixture
) -> None:
    def stop(event: Mapping[str, Any]) -> None:
        assert event["part"] == 1
        running.stop()
        raise ZeroDivisionError

    running = query(on_switch=stop).start()
    assert running._pipeline is not None
    running._pipeline.force(Paradigm.OPERATION)
    assert running.await_termination(60)
    assert (running.status()["is_running"], running.status()["failure"]) == (False, None)
    running._pipeline._thread.join(10)
    assert "on_switch failed" in caplog.text


def test_a_query_that_somebody_else_stops_has_ended(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], spark: Any
) -> None:
    running = query().start()
    send(topics[0], 0, 10)
    (active,) = spark.streams.active
    active.stop()
    with pytest.raises(EngineError, match="stopped by somebody else"):
        running.await_termination(60)
    assert running.status()["is_running"] is False


def test_what_is_written_again_is_told_at_the_start(query: Callable[..., dual.DualQuery]) -> None:
    with pytest.warns(UserWarning, match="no record is lost; after a switch some are written again"):
        query(transform=lambda records: records.select("value")).start().stop()


def test_a_foreign_checkpoint_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    started = query().start()
    started.stop()
    with pytest.raises(RequestError, match="another pipeline"):
        query(source=topics[1], sink=topics[0])
    (tmp_path / "checkpoint" / "streamgauge.json").unlink()
    (tmp_path / "checkpoint" / "offsets").mkdir(exist_ok=True)
    (tmp_path / "checkpoint" / "offsets" / "0").write_text('v1\n{"conf":{}}\n{}')
    with pytest.raises(RequestError, match="another program"):
        query()


@pytest.mark.parametrize("name", ["sources", "metadata", "state"])
def test_a_folder_that_is_not_ours_is_left_as_it_is(query: Callable[..., dual.DualQuery], tmp_path: Path, name: str) -> None:
    """Such as somebody's program, or the checkpoint of a query that was killed before its first commit."""
    theirs = tmp_path / "checkpoint" / name / "kept"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs")
    with pytest.raises(RequestError, match="another program"):
        query().start()
    assert theirs.read_text() == "theirs"


def test_state_of_format_1_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], spark: Any, tmp_path: Path
) -> None:
    """As Spark itself has written it."""
    send(topics[0], 0, 10)
    setting = "spark.sql.streaming.stateStore.checkpointFormatVersion"
    usual = spark.conf.get(setting)
    spark.conf.set(setting, "1")
    try:
        counting = read_stream(spark, topics[0]).groupBy("key").count().writeStream.format("noop").outputMode("update")
        counting.trigger(availableNow=True).option("checkpointLocation", str(tmp_path / "checkpoint")).start().awaitTermination()
    finally:
        spark.conf.set(setting, usual)
    with pytest.raises(RequestError, match="format 1"):
        query()


def test_an_output_that_somebody_else_writes_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]
) -> None:
    started = query().start()
    started.stop()
    send(topics[1], 0, 4)
    with pytest.raises(RequestError, match="has not written"):
        query().start()
    assert sum(topics[1].end_offsets()) == 4


def test_an_output_that_holds_something_already_is_refused_by_a_new_checkpoint(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    """Somebody else's records, or this pipeline's own of an earlier run, which would all be written again."""
    send(topics[0], 0, 10)
    first = query().start()
    assert not first.await_termination(5)
    first.stop()
    written = topics[1].end_offsets()
    assert sum(written) > 0
    with pytest.raises(RequestError, match="an earlier run of this pipeline"):
        query(checkpoint=str(tmp_path / "new")).start()
    send(topics[1], 0, 4)
    with pytest.raises(RequestError, match="has not written"):
        query(checkpoint=str(tmp_path / "new")).start()
    assert sum(topics[1].end_offsets()) == sum(written) + 4


def test_an_output_with_other_partitions_than_before_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]
) -> None:
    query().start().stop()
    grown = replace(topics[1], partitions=3)
    admin(topics[1].bootstrap_servers, topics[1].settings).ask(
        "no more partitions",
        lambda client: [each.result() for each in client.create_partitions([NewPartitions(grown.name, 3)]).values()],
    )
    grown.wait_until_ready()
    with pytest.raises(RequestError, match="had 2 partitions and has 3 now"):
        query(sink=grown)


def test_a_record_that_the_output_does_not_take_is_refused_before_any_later_one_is_sent(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], broker: ManagedBroker
) -> None:
    """By the producer itself: a broker would refuse it while others are on their way, and the last one written tells too much."""
    short = f"{topics[1].name}-short"
    settings = {"max.message.bytes": "100000"}
    admin(broker.bootstrap_servers, topics[1].settings).ask(
        "no topic",
        lambda client: [each.result() for each in client.create_topics([NewTopic(short, 1, 1, config=settings)]).values()],
    )
    sink = KafkaTopic.open(short, broker.bootstrap_servers)
    sink.wait_until_ready()
    assert sink.most_batch_bytes() == 100_000
    running = query(sink=sink, transform=lambda records: records.selectExpr("value", "0 AS partition", *ORIGIN)).start()
    writer = topics[0].writer()
    for value in (b"first", b"x" * 200_000, *[b"later"] * 50):
        writer.send(0, value, 1_700_000_000_000)
    writer.close()
    with pytest.raises(EngineError, match=r"RecordTooLarge|larger than"):
        running.await_termination(60)
    assert set(values(sink)) <= {b"first"}


def test_a_missing_topic_and_a_missing_broker_are_told(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    with pytest.raises(RequestError, match="nowhere"):
        query(source=f"kafka://{topics[0].bootstrap_servers}/nowhere")
    with pytest.raises(MachineError, match="could not be looked up"):
        query(source="kafka://127.0.0.1:9/in")
    assert not (tmp_path / "checkpoint").exists()


def test_a_transformation_without_value_is_refused(query: Callable[..., dual.DualQuery]) -> None:
    with pytest.raises(RequestError, match="no column 'value'"):
        query(transform=lambda records: records.select("key"))
