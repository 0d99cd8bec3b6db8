"""A user's own transformation: what is promised for it, what is refused, and that a restart goes on where it was."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from streamgauge import dual
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.spark import early_commit
from streamgauge.engines.dual.spark.positions import ConsumerPositions
from streamgauge.errors import EngineError, MachineError, RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.settings import ClientSettings, Setting
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from tests.engines.dual.own import ORIGIN, counts, grow, send, values, words, write_until

pytestmark = pytest.mark.parametrize("open_engine", ["dual"], indirect=True)

NOW = "CAST(current_timestamp() AS STRING)"


def joined(records: Any) -> Any:
    """Each record with three rows of a table."""
    return records.crossJoin(records.sparkSession.range(3)).select("value", *ORIGIN)


def counts_of_distinct(records: Any) -> Any:
    distinct = records.selectExpr("CAST(value AS STRING) AS line", "topic").dropDuplicates(["line"])
    return distinct.groupBy("topic").count().selectExpr("to_json(struct(*)) AS value")


def sessions(records: Any) -> Any:
    from pyspark.sql import functions as f

    timed = records.withWatermark("timestamp", "1 second").groupBy(f.session_window("timestamp", "5 seconds"), "topic").count()
    return timed.selectExpr("to_json(struct(*)) AS value")


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
        (lambda records: records.selectExpr("uuid() AS key", "value", *ORIGIN), dual.Guarantee.AT_LEAST_ONCE),
        (lambda records: records.selectExpr(f"{NOW} AS key", "value", *ORIGIN), dual.Guarantee.AT_LEAST_ONCE),
        (lambda records: records.where(f"{NOW} > '2'").select("value", *ORIGIN), dual.Guarantee.AT_LEAST_ONCE),
        (lambda records: records.selectExpr(f"{NOW} AS value", *ORIGIN), dual.Guarantee.EXACTLY_ONCE),
        (
            lambda records: records.selectExpr(f"{NOW} AS value", *ORIGIN).selectExpr("value AS key", "value", *ORIGIN),
            dual.Guarantee.AT_LEAST_ONCE,
        ),
        (
            lambda records: records.selectExpr(f"{NOW} AS value", *ORIGIN).selectExpr("'a' AS key", "value", *ORIGIN),
            dual.Guarantee.EXACTLY_ONCE,
        ),
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


@pytest.mark.usefixtures("without_early_commits")
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


def test_a_stop_leaves_next_to_nothing_to_be_read_again(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where rows have no origin they would be written again. Records come all the time: a batch whose reader gets none ends on
    time only."""
    monkeypatch.setattr(early_commit, "LONGEST_S", 60.0)
    source, sink = topics
    with pytest.warns(UserWarning, match="written again"):
        running = query(transform=text_alone, realtime_batch_s=600.0).start()
    with sent_on(source), running:
        write_until(running, sink, 40)
    commit = running._part.checkpoint.last_commit(source.name)
    assert commit is not None
    assert sum(commit.offsets.values()) >= 40


@contextmanager
def sent_on(topic: KafkaTopic) -> Iterator[None]:
    """Two lines at a time, until the end of the context."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(0.05):
            send(topic, 0, 2)

    sender = threading.Thread(target=go_on)
    sender.start()
    try:
        yield
    finally:
        over.set()
        sender.join()


def text_alone(records: Any) -> Any:
    return records.selectExpr("CAST(value AS STRING) AS value")


def test_rows_without_a_key_are_spread(query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]) -> None:
    """The column is there, as it is in everything that keeps the input's key, and empty."""
    source, sink = topics
    with query(transform=lambda records: records.select("key", "value", *ORIGIN), max_batch_records=10).start() as running:
        send(source, 0, 40)
        write_until(running, sink, 40)
    assert all(end > 0 for end in sink.end_offsets())


def test_a_second_start_is_refused_while_the_first_one_runs(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path
) -> None:
    """As when a cell of a notebook is run again. The refused one has nothing to tell or to end, and leaves nothing behind."""
    first = query().start()
    send(topics[0], 0, 10)
    second = query()
    with pytest.raises(RequestError, match="a query of this program runs on it"):
        second.start()
    assert second.status()["is_running"] is False
    second.stop()
    assert not (tmp_path / "checkpoint" / "streamgauge-model.json").exists()
    write_until(first, topics[1], 20)
    first.stop()
    again = query().start()
    send(topics[0], 10, 10)
    write_until(again, topics[1], 40)
    again.stop()
    assert sorted(values(topics[1])) == sorted(f"{letter}{number}".encode() for number in range(20) for letter in "ab")


def test_nothing_runs_on_unwatched(query: Callable[..., dual.DualQuery], spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends the controller ends the query before it is told: whoever is told may start anew."""
    running = query().start()
    assert running._pipeline is not None

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(running._pipeline, "_act", broken)
    with pytest.raises(EngineError, match="ZeroDivisionError"):
        running.await_termination(60)
    assert not spark.streams.active


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
    with pytest.raises(RequestError, match="Spark refuses this transformation"):
        query(transform=sessions, unsupported="microbatch", checkpoint=str(tmp_path / "refused")).start()
    staying = query(transform=sessions, output_mode="append", unsupported="microbatch").start()
    send(topics[0], 0, 10)
    assert not staying.await_termination(3)
    assert staying.status()["paradigm"] == "operation stream"
    staying.stop()
    again = query(transform=sessions, output_mode="append", unsupported="microbatch", batch_interval_s=2.0).start()
    assert again.status()["is_running"]
    assert again.status()["model"]["T"] == {"value": 2.0, "basis": "given"}
    again.stop()


def test_python_is_refused_by_name(query: Callable[..., dual.DualQuery]) -> None:
    """Spark notices only when it plans the first batch."""
    from pyspark.sql import functions as f

    shout = f.udf(lambda value: value.decode().upper())
    with pytest.raises(RequestError, match=r"real-time mode cannot run.*Python"):
        query(transform=lambda records: records.select(shout("value").alias("value"), *ORIGIN)).start()


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


@pytest.mark.usefixtures("without_early_commits")
def test_rows_without_a_partition_are_written_once(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]
) -> None:
    """NULL in every other row; all of it is written and nothing committed when the query is stopped."""
    source, sink = topics

    def half(records: Any) -> Any:
        return records.selectExpr("value", "IF(offset % 2 = 0, 1, NULL) AS partition", *ORIGIN)

    for total in (40, 80):
        running = query(transform=half, realtime_batch_s=600.0).start()
        send(source, total - 40, 40)
        write_until(running, sink, total)
        running.stop()
    assert sorted(values(sink)) == sorted(f"a{number} b{number}".encode() for number in range(80))
    assert all(end > 0 for end in sink.end_offsets())


def test_a_partition_that_the_output_does_not_have_is_counted_from_the_beginning(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]
) -> None:
    """As it comes with everything else from an input that has more of them."""
    source, sink = topics
    grow(source, 5)
    running = query(transform=lambda records: records.select("*")).start()
    send(source, 0, 5, (0, 1, 2, 3, 4))
    write_until(running, sink, 5)
    running.stop()
    assert sink.end_offsets() == (3, 2)


@pytest.mark.parametrize("kind", ["kafka", "rate", "text"])
def test_a_second_stream_is_refused(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path, kind: str
) -> None:
    def two(records: Any) -> Any:
        reader = records.sparkSession.readStream.format(kind)
        options = {"kafka.bootstrap.servers": topics[0].bootstrap_servers, "subscribe": topics[0].name} if kind == "kafka" else {}
        other = reader.options(**options).load(str(tmp_path)) if kind == "text" else reader.options(**options).load()
        return records.selectExpr("CAST(value AS STRING) AS value").union(other.selectExpr("CAST(value AS STRING) AS value"))

    with pytest.raises(RequestError, match="reads a second stream"):
        query(transform=two)


def test_the_same_stream_twice_is_one(query: Callable[..., dual.DualQuery]) -> None:
    both = query(transform=lambda records: records.where("key IS NULL").union(records.where("key IS NOT NULL")))
    assert both.guarantee is dual.Guarantee.AT_LEAST_ONCE


def test_the_queue_is_known_whatever_clients_are_called(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic]
) -> None:
    """Inside a batch and after a switch: consumers of one name and group would be taken for those of the run before."""
    named = ClientSettings((Setting("client.id", "us", "here"), Setting("group.id", "ours", "here")))
    running = query(source=replace(topics[0], settings=named), realtime_batch_s=600.0).start()
    pipeline = running._pipeline
    assert pipeline is not None
    for sent, paradigm in ((20, Paradigm.DATA), (40, Paradigm.OPERATION), (60, Paradigm.DATA)):
        pipeline.force(paradigm)
        while running._part.paradigm is not paradigm:
            assert not running.await_termination(0.2)
        send(topics[0], sent - 20, 20)
        while running.status()["processed"] != sent:
            assert not running.await_termination(0.2)
    assert running.status()["committed"] < 60
    running.stop()


def test_the_queue_is_that_of_the_querys_own_consumers(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], spark: Any, tmp_path: Path
) -> None:
    """Of a topic whose name has dots, which metrics write otherwise; and others read topics in this JVM, too."""
    name = f"{topics[0].name}.dotted.v1"
    source = KafkaTransport(topics[0].bootstrap_servers).create_topic(name, partitions=2, stamp=Stamp.INTENDED)
    nobodys = ConsumerPositions(spark, "nobody", 2, begins=lambda: (0, 0), ends=lambda: (20, 20))
    with query(source=source, realtime_batch_s=600.0).start() as running:
        send(source, 0, 20)
        while running.status()["processed"] != 20:
            assert not running.await_termination(0.2)
        assert running.status()["committed"] == 0
        nobodys.batch_ended()
        assert not nobodys.has_begun


def test_a_session_that_was_stopped_is_told(
    query: Callable[..., dual.DualQuery], monkeypatch: pytest.MonkeyPatch, spark: Any
) -> None:
    """Not by an error of the clearing up."""
    running = query().start()
    (active,) = spark.streams.active
    active.stop()
    monkeypatch.setattr(spark.sparkContext, "_jsc", None)
    with pytest.raises(EngineError, match="the query failed"):
        running.await_termination(60)


def test_what_is_reported_is_committed(query: Callable[..., dual.DualQuery], tmp_path: Path) -> None:
    """Also where rows have no origin: Spark would report batches of real-time mode and write their commits later."""
    with pytest.warns(UserWarning, match="written again"):
        running = query(transform=lambda records: records.select("value"), realtime_batch_s=1.0).start()
    for _ in range(2):
        batch = running._part._reports.batch
        while running._part._reports.batch == batch:
            assert not running.await_termination(0.02)
        assert (tmp_path / "checkpoint" / "commits" / str(running._part._reports.batch)).exists()
    running.stop()


def test_too_few_slots_are_told_before_the_start(query: Callable[..., dual.DualQuery], spark: Any, tmp_path: Path) -> None:
    enough = query(transform=counts)
    shuffle = "spark.sql.shuffle.partitions"
    before = spark.conf.get(shuffle)
    spark.conf.set(shuffle, "100")
    try:
        with pytest.raises(RequestError, match="needs 104 task slots at once, this Spark has 32") as refused:
            enough.start()
        assert refused.value.where == "master local[32]"
        spark.conf.set(shuffle, "15")
        with pytest.raises(RequestError, match="needs 34 task slots"):  # two steps with state
            query(transform=counts_of_distinct).start()
        assert not (tmp_path / "checkpoint").exists()
    finally:
        spark.conf.set(shuffle, before)


def test_slots_are_counted_by_what_the_checkpoint_keeps(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], spark: Any
) -> None:
    """A query with state goes on with the shuffle partitions that it was begun with, whatever the session has now."""
    shuffle = "spark.sql.shuffle.partitions"
    before = spark.conf.get(shuffle)
    with query(transform=counts, realtime_batch_s=1.0).start() as running:
        send(topics[0], 0, 10)
        while running.status()["committed"] != 10:
            assert not running.await_termination(0.2)
    spark.conf.set(shuffle, "100")
    try:
        with query(transform=counts).start() as running:
            assert running.status()["is_running"]
    finally:
        spark.conf.set(shuffle, before)
