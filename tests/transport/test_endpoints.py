"""The endpoints for trying things out."""

import io
import threading
from pathlib import Path

import pytest

from streamgauge.errors import RequestError
from streamgauge.transport.base import Record
from streamgauge.transport.endpoints import MemoryTopic, NullTopic, StdoutTopic
from streamgauge.transport.lines import LineFile


def test_null_counts() -> None:
    topic = NullTopic(2)
    writer = topic.writer()
    writer.send(1, b"a", 0)
    writer.close()
    assert topic.end_offsets() == (0, 1)
    with pytest.raises(RequestError, match="cannot be read"):
        topic.reader()


def test_memory_round_trip_across_threads() -> None:
    topic = MemoryTopic(2)
    writer, reader = topic.writer(), topic.reader()
    assert reader.poll(0) == []
    later = threading.Timer(0.05, writer.send, (1, b"a", 7))
    later.start()
    assert reader.poll(5) == [Record(1, 0, 7, b"a")]
    later.join()
    writer.send(1, b"b", 8)
    assert reader.poll(0) == [Record(1, 1, 8, b"b")]
    assert topic.end_offsets() == (0, 2)
    assert len(topic.reader().poll(0)) == 2


def test_stdout_prints_lines() -> None:
    stream = io.BytesIO()
    topic = StdoutTopic(stream=stream)
    writer = topic.writer()
    writer.send(0, b"a", 0)
    writer.send(0, b"b", 0)
    writer.close()
    assert stream.getvalue() == b"a\nb\n"
    assert topic.end_offsets() == (2,)


def test_a_file_of_lines_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    writer = LineFile(tmp_path / "lines").writer()
    writer.send(0, b"x", 1)
    writer.flush()
    assert list(tmp_path.iterdir()) != []
    writer.abandon()
    assert list(tmp_path.iterdir()) == []
