"""The contract of a transport: topics of partitioned, replayable records.

A topic is an ordered log per partition. The sender gives every record its partition and its intended time; the output
topic of a run stamps records when they are appended, so that one clock, the transport's, gives every latency.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Record:
    """One record as a transport holds it."""

    partition: int
    offset: int
    timestamp_ms: int
    value: bytes


class Stamp(Enum):
    """What a topic's timestamps mean."""

    INTENDED = "intended"  # the sender's: when the record should have been sent
    APPENDED = "appended"  # the transport's: when the record was written


class Writer(Protocol):
    """Appends records to a topic; nothing is promised before `close` has returned."""

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None: ...

    def flush(self) -> None:
        """Let readers see what was sent so far; for writers that gather records and have nothing more to send for now."""

    def close(self) -> None:
        """Write out everything; raise if any record could not be written."""


class Reader(Protocol):
    """Reads a topic from its beginning; records of one partition come in offset order."""

    def poll(self, timeout_s: float) -> list[Record]:
        """The records that have arrived, at once; wait up to `timeout_s` only if there are none."""

    def close(self) -> None: ...


class Topic(Protocol):
    """One topic, wherever it lives. Engines look at the concrete class to find out how to reach it."""

    @property
    def name(self) -> str: ...

    @property
    def partitions(self) -> int: ...

    def writer(self) -> Writer: ...

    def reader(self) -> Reader: ...

    def end_offsets(self) -> tuple[int, ...]:
        """For every partition the offset that the next record will get."""


class Transport(Protocol):
    """Makes and removes topics."""

    @property
    def name(self) -> str: ...

    def create_topic(self, name: str, *, partitions: int, stamp: Stamp) -> Topic: ...

    def delete_topic(self, name: str) -> None: ...
