"""Topics for trying things out: one that forgets, one in memory, one that prints."""

import sys
import threading
import time
from typing import BinaryIO

from streamgauge.errors import RequestError
from streamgauge.transport.base import Reader, Record


class NullTopic:
    """Discards records and counts them: how fast is the sender alone?"""

    def __init__(self, partitions: int = 1) -> None:
        self._counts = [0] * partitions

    @property
    def name(self) -> str:
        return "null"

    @property
    def partitions(self) -> int:
        return len(self._counts)

    def writer(self) -> "NullWriter":
        return NullWriter(self._counts)

    def reader(self) -> Reader:
        raise _unreadable(self.name)

    def end_offsets(self) -> tuple[int, ...]:
        return tuple(self._counts)


class NullWriter:
    def __init__(self, counts: list[int]) -> None:
        self._counts = counts

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None:  # noqa: ARG002
        self._counts[partition] += 1

    def flush(self) -> None: ...

    def close(self) -> None: ...


class MemoryTopic:
    """Keeps records in a list; writers and readers may live in different threads of one process."""

    def __init__(self, partitions: int = 1, name: str = "memory") -> None:
        self.name = name
        self.partitions = partitions
        self.records: list[Record] = []
        self._counts = [0] * partitions
        self._grown = threading.Condition()

    def writer(self) -> "MemoryWriter":
        return MemoryWriter(self)

    def reader(self) -> "MemoryReader":
        return MemoryReader(self)

    def end_offsets(self) -> tuple[int, ...]:
        with self._grown:
            return tuple(self._counts)

    def append(self, partition: int, value: bytes, timestamp_ms: int) -> None:
        with self._grown:
            self.records.append(Record(partition, self._counts[partition], timestamp_ms, value))
            self._counts[partition] += 1
            self._grown.notify_all()

    def wait_for_more_than(self, count: int, timeout_s: float) -> list[Record]:
        """The records from number `count` on; waits for one if there is none."""
        with self._grown:
            self._grown.wait_for(lambda: len(self.records) > count, timeout_s)
            return self.records[count:]


class MemoryWriter:
    def __init__(self, topic: MemoryTopic) -> None:
        self.send = topic.append

    def flush(self) -> None: ...

    def close(self) -> None: ...


class MemoryReader:
    def __init__(self, topic: MemoryTopic) -> None:
        self._topic = topic
        self._position = 0

    def poll(self, timeout_s: float) -> list[Record]:
        records = self._topic.wait_for_more_than(self._position, timeout_s)
        self._position += len(records)
        return records

    def close(self) -> None: ...


class StdoutTopic:
    """Prints each record's value as a line; partitions and times are not shown."""

    def __init__(self, partitions: int = 1, stream: BinaryIO | None = None) -> None:
        self.partitions = partitions
        self._stream = stream or sys.stdout.buffer
        self._counts = [0] * partitions

    @property
    def name(self) -> str:
        return "stdout"

    def writer(self) -> "StdoutWriter":
        return StdoutWriter(self._stream, self._counts)

    def reader(self) -> Reader:
        raise _unreadable(self.name)

    def end_offsets(self) -> tuple[int, ...]:
        return tuple(self._counts)


class StdoutWriter:
    """Flushes at least every tenth of a second, so that a slow stream can be watched."""

    def __init__(self, stream: BinaryIO, counts: list[int]) -> None:
        self._stream = stream
        self._counts = counts
        self._flush_at = 0.0

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None:  # noqa: ARG002
        self._stream.write(value + b"\n")
        self._counts[partition] += 1
        if time.monotonic() > self._flush_at:
            self._stream.flush()
            self._flush_at = time.monotonic() + 0.1

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        self.flush()


def _unreadable(name: str) -> RequestError:
    return RequestError(f"the {name} endpoint cannot be read", where=f"topic {name}", fix="read from files or Kafka")
