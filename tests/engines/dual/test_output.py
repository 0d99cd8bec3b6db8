"""The output topic: whose it is, how long its records may be, and topics that grow."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streamgauge import dual
from streamgauge.engines.dual.spark import prefix
from streamgauge.errors import EngineError, RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from tests.engines.dual.own import (
    ORIGIN,
    configure,
    grow,
    headers,
    in_one_partition,
    limit_records,
    send,
    send_values,
    values,
    write_until,
)

pytestmark = pytest.mark.parametrize("open_engine", ["dual"], indirect=True)

Query = Callable[..., dual.DualQuery]
Topics = tuple[KafkaTopic, KafkaTopic]


def test_a_record_that_is_too_long_is_not_passed_over(query: Query, topics: Topics) -> None:
    """The query ends at it, and when there is room for it goes on with it, not behind it."""
    source, sink = topics
    sent = [b"x" * 5_000 if number == 10 else b"%d" % number for number in range(20)]
    limit_records(sink, 2_000)
    running = query(transform=in_one_partition).start()
    send_values(source, sent, (0,))
    with pytest.raises(EngineError, match="RecordTooLarge"):
        running.await_termination(60)
    assert values(sink) == sent[: sum(sink.end_offsets())]
    assert sum(sink.end_offsets()) <= 10
    limit_records(sink, 20_000)
    running = query(transform=in_one_partition).start()
    write_until(running, sink, 20)
    running.stop()
    assert values(sink) == sent


def test_a_compacted_output_gets_rows_with_keys_only(query: Query, topics: Topics) -> None:
    """Its broker would refuse one without, and with it those that were sent along."""
    source, sink = topics
    configure(sink, "cleanup.policy", "compact")

    def keyed(records: Any) -> Any:
        return records.selectExpr("IF(value = 'odd', NULL, value) AS key", "value", *ORIGIN)

    with pytest.raises(RequestError, match="takes no rows without a key"):
        query(transform=in_one_partition).start()
    running = query(transform=keyed).start()
    send_values(source, [b"a", b"b", b"odd", b"c"], (0,))
    with pytest.raises(EngineError, match="a row without key"):
        running.await_termination(60)
    assert sorted(values(sink)) == [b"a", b"b"][: sum(sink.end_offsets())]


def test_an_output_that_has_grown_is_refused(query: Query, topics: Topics) -> None:
    query().start().stop()
    grow(topics[1], 3)
    for sink in (topics[1], topics[1].as_it_is_now()):
        with pytest.raises(RequestError, match="had 2 partitions and has 3 now"):
            query(sink=sink).start()


@pytest.mark.usefixtures("without_early_commits")
def test_an_input_that_has_grown_is_read_whole_and_once(query: Query, topics: Topics, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is committed in between, and the newest output comes from the old partitions only."""
    monkeypatch.setattr(prefix, "_CHUNK", 10)
    source, sink = topics
    grow(source, 4)
    running = query(transform=in_one_partition, realtime_batch_s=600.0).start()
    send(source, 0, 20, (2, 3))
    write_until(running, sink, 20)
    send(source, 20, 40)
    write_until(running, sink, 60)
    while running.status()["processed"] != 60:
        assert not running.await_termination(0.2)
    running.stop()
    running = query(transform=in_one_partition).start()
    send(source, 60, 4, (3,))
    write_until(running, sink, 64)
    running.stop()
    assert sorted(values(sink)) == sorted(f"a{number} b{number}".encode() for number in range(64))


def test_an_input_that_grows_meanwhile_is_seen(query: Query, topics: Topics) -> None:
    source, sink = topics
    running = query(realtime_batch_s=1.0).start()
    send(source, 0, 10)
    write_until(running, sink, 20)
    grow(source, 4)
    send(source, 10, 10, (2, 3))
    write_until(running, sink, 40)
    while (running.status()["committed"], running.status()["queue"]) != (20, 0):
        assert not running.await_termination(0.2)
    running.stop()


def test_an_output_that_somebody_else_writes_is_refused(query: Query, topics: Topics) -> None:
    query().start().stop()
    send(topics[1], 0, 4)
    with pytest.raises(RequestError, match="has not written"):
        query().start()
    assert sum(topics[1].end_offsets()) == 4


def test_an_output_that_holds_something_is_not_for_a_new_pipeline(query: Query, topics: Topics, tmp_path: Path) -> None:
    send(topics[1], 0, 1, (1,))
    with pytest.raises(RequestError, match="has not written") as refused:
        query().start()
    assert refused.value.where == "partition 1, offset 0"
    assert not (tmp_path / "checkpoint").exists()
    with pytest.warns(UserWarning, match="some are written again"):
        query(transform=lambda records: records.select("value")).start().stop()


def test_what_an_earlier_run_has_written_needs_its_checkpoint(query: Query, topics: Topics, tmp_path: Path) -> None:
    running = query().start()
    send(topics[0], 0, 4)
    write_until(running, topics[1], 8)
    running.stop()
    with pytest.raises(RequestError, match="an earlier run of this pipeline"):
        query(checkpoint=str(tmp_path / "another")).start()
    query().start().stop()
    assert sum(topics[1].end_offsets()) == 8


def test_an_output_that_was_made_again_is_refused(query: Query, topics: Topics) -> None:
    """What it does not hold any more would not be written again, and nobody would know."""
    source, sink = topics
    running = query(realtime_batch_s=1.0).start()
    send(source, 0, 10)
    write_until(running, sink, 20)
    while running.status()["committed"] != 10:
        assert not running.await_termination(0.2)
    running.stop()
    transport = KafkaTransport(sink.bootstrap_servers)
    transport.delete_topic(sink.name)
    transport.create_topic(sink.name, partitions=2, stamp=Stamp.APPENDED)
    with pytest.raises(RequestError, match="deleted and made again"):
        query().start()


@pytest.mark.parametrize("origin", [ORIGIN, ()])
def test_headers_are_kept(query: Query, topics: Topics, origin: tuple[str, ...]) -> None:
    """Beside the origin, where that is written."""
    source, sink = topics
    theirs = "array(named_struct('key', 'kind', 'value', value)) AS headers"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # without origins some are written again
        running = query(transform=lambda records: records.selectExpr("value", theirs, *origin)).start()
    send_values(source, [b"a"], (0,))
    write_until(running, sink, 1)
    running.stop()
    found = dict(headers(sink)[0])
    assert found.pop("streamgauge-origin", None) is not None or not origin
    assert found == {"kind": b"a"}
