"""The embedded log: what is written is read, what is half written is not, what is damaged is named."""

import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from streamgauge.errors import MachineError, RequestError
from streamgauge.transport.base import Reader, Record, Stamp
from streamgauge.transport.files import FileTopic, FileTransport
from streamgauge.transport.files import writer as writer_module


@pytest.fixture
def topic(tmp_path: Path) -> FileTopic:
    return FileTransport(tmp_path).create_topic("words", partitions=2, stamp=Stamp.INTENDED)


def fill(topic: FileTopic, count: int) -> list[Record]:
    writer = topic.writer()
    for number in range(count):
        writer.send(number % 2, b"%d" % number, 1_000 + number)
    writer.close()
    return [Record(number % 2, number // 2, 1_000 + number, b"%d" % number) for number in range(count)]


def read_all(reader: Reader) -> list[Record]:
    records = []
    while some := reader.poll(0):
        records += some
    return records


def test_round_trip(topic: FileTopic) -> None:
    sent = fill(topic, 10)
    assert read_all(topic.reader()) == sent
    assert topic.end_offsets() == (5, 5)
    assert FileTopic.open(topic.folder) == topic


def test_a_log_of_many_segments_and_writers(topic: FileTopic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "MOST_RECORDS", 3)
    reader = topic.reader()
    fill(topic, 10)
    assert len(list(topic.folder.glob("segment-*.parquet"))) == 4
    assert len(reader.poll(0)) == 3
    fill(topic, 4)
    records = read_all(reader)
    assert [record.offset for record in records if record.partition == 0] == [2, 3, 4, 5, 6]
    assert topic.end_offsets() == (7, 7)


def test_a_slow_stream_is_written_while_it_is_sent(topic: FileTopic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "_LONGEST_WAIT_S", 0.0)
    writer = topic.writer()
    writer.send(0, b"a", 1)
    assert topic.reader().poll(0) == [Record(0, 0, 1, b"a")]
    writer.close()


def test_a_topic_that_stamps_on_append(tmp_path: Path) -> None:
    topic = FileTransport(tmp_path).create_topic("out", partitions=1, stamp=Stamp.APPENDED)
    before_ms = int(time.time() * 1000)
    writer = topic.writer()
    writer.send(0, b"a", 5)
    writer.close()
    (record,) = topic.reader().poll(0)
    assert before_ms <= record.timestamp_ms <= time.time() * 1000


def test_an_empty_poll_waits_as_long_as_asked(topic: FileTopic) -> None:
    start = time.monotonic()
    assert topic.reader().poll(0.05) == []
    assert 0.05 <= time.monotonic() - start < 1


def test_a_half_written_segment_is_ignored(topic: FileTopic) -> None:
    sent = fill(topic, 2)
    (topic.folder / "_segment-000000000001.parquet").write_bytes(b"PAR1 half")
    assert read_all(topic.reader()) == sent
    assert topic.end_offsets() == (1, 1)
    assert len(fill(topic, 2)) == len(read_all(topic.reader())) - 2


def test_a_damaged_segment_is_named(topic: FileTopic) -> None:
    fill(topic, 100)
    (segment,) = topic.folder.glob("segment-*.parquet")
    segment.write_bytes(segment.read_bytes()[:-20])
    for look in (lambda: topic.reader().poll(0), topic.end_offsets):
        with pytest.raises(MachineError, match="cannot be read") as caught:
            look()
        assert caught.value.where == str(segment)


def test_a_second_writer_is_refused(topic: FileTopic) -> None:
    first = topic.writer()
    with pytest.raises(RequestError, match="has a writer already"):
        topic.writer()
    first.close()
    first.close()
    topic.writer().close()


def test_an_existing_topic_is_not_overwritten(topic: FileTopic) -> None:
    sent = fill(topic, 2)
    with pytest.raises(RequestError, match="exists already"):
        FileTransport(topic.folder.parent).create_topic("words", partitions=1, stamp=Stamp.INTENDED)
    assert read_all(topic.reader()) == sent


def test_only_topics_are_deleted(topic: FileTopic) -> None:
    transport = FileTransport(topic.folder.parent)
    transport.delete_topic("words")
    assert not topic.folder.exists()
    (topic.folder.parent / "mine").mkdir()
    with pytest.raises(RequestError, match="there is no topic"):
        transport.delete_topic("mine")


@pytest.mark.parametrize("name", ["", "a/b", "..", "_hidden", ".hidden", "a b"])
def test_names_that_would_hide_or_escape(tmp_path: Path, name: str) -> None:
    with pytest.raises(RequestError, match="cannot be the name"):
        FileTransport(tmp_path).create_topic(name, partitions=1, stamp=Stamp.INTENDED)


class TestBatchesOfSpark:
    """Folders as `foreachBatch` writes them."""

    @staticmethod
    def write(topic: FileTopic, batch: int, rows: list[tuple[int, str]], *, file: str = "part-0", done: bool = True) -> None:
        folder = topic.folder / f"batch={batch}"
        folder.mkdir(exist_ok=True)
        table = pa.table(
            {
                "partition": pa.array([partition for partition, _ in rows], pa.int32()),
                "value": [value for _, value in rows],
                "timestamp": pa.array([batch * 1_000_000_999] * len(rows), pa.timestamp("ns")),
            }
        )
        pq.write_table(table, folder / f"{file}.parquet", use_deprecated_int96_timestamps=True)
        if done:
            (folder / "_SUCCESS").touch()

    def test_order_is_batch_then_file_then_row(self, topic: FileTopic) -> None:
        self.write(topic, 10, [(0, "e")])
        self.write(topic, 2, [(1, "c"), (0, "d")], file="part-1")
        self.write(topic, 2, [(0, "a"), (0, "b")], file="part-0")
        assert read_all(topic.reader()) == [
            Record(0, 0, 2000, b"a"),
            Record(0, 1, 2000, b"b"),
            Record(1, 0, 2000, b"c"),
            Record(0, 2, 2000, b"d"),
            Record(0, 3, 10000, b"e"),
        ]
        assert topic.end_offsets() == (4, 1)

    def test_only_finished_batches_count(self, topic: FileTopic) -> None:
        reader = topic.reader()
        self.write(topic, 0, [(0, "a")])
        self.write(topic, 1, [(0, "b")], done=False)
        assert [record.value for record in read_all(reader)] == [b"a"]
        assert topic.end_offsets() == (1, 0)
        self.write(topic, 1, [(0, "b")])
        self.write(topic, 2, [])
        self.write(topic, 3, [(0, "c")])
        assert read_all(reader) == [Record(0, 1, 1000, b"b"), Record(0, 2, 3000, b"c")]
