"""Appends to the embedded log: records are gathered and written as a segment when enough are there or enough time went by."""

import fcntl
import time
from collections.abc import Callable
from pathlib import Path

from streamgauge.errors import MachineError, RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.files.segments import Columns, last_segment, write_segment

MOST_RECORDS = 100_000
_MOST_BYTES = 64 * 1024 * 1024
_LONGEST_WAIT_S = 0.2


class FileWriter:
    """The only writer of a topic while it is open; a second one is refused."""

    def __init__(
        self, folder: Path, stamp: Stamp, next_offsets: tuple[int, ...], *, clock: Callable[[], float] = time.time
    ) -> None:
        self._lock = (folder / "_writer.lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise RequestError("the topic has a writer already", where=str(folder), fix="close that one first") from error
        self._folder = folder
        self._stamp = stamp
        self._next_offsets = list(next_offsets)
        self._clock = clock
        self._segment = last + 1 if (last := last_segment(folder)) is not None else 0
        self._begin()

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None:
        columns = self._columns
        columns.offsets.append(self._next_offsets[partition])
        self._next_offsets[partition] += 1
        columns.partitions.append(partition)
        columns.timestamps_ms.append(timestamp_ms)
        columns.values.append(value)
        self._bytes += len(value)
        if len(columns.values) >= MOST_RECORDS or self._bytes >= _MOST_BYTES or time.monotonic() > self._write_at:
            self._write()

    def flush(self) -> None:
        self._write()

    def close(self) -> None:
        """Write what is left. Twice is harmless."""
        if not self._lock.closed:
            try:
                self._write()
            finally:
                self._lock.close()

    def _begin(self) -> None:
        self._columns = Columns([], [], [], [])
        self._bytes = 0
        self._write_at = time.monotonic() + _LONGEST_WAIT_S

    def _write(self) -> None:
        columns = self._columns
        if columns.values:
            if self._stamp is Stamp.APPENDED:
                columns.timestamps_ms[:] = [int(self._clock() * 1000)] * len(columns.values)
            try:
                write_segment(self._folder, self._segment, columns, tuple(self._next_offsets))
            except OSError as error:
                raise MachineError(
                    f"records could not be written: {error.strerror or error}", where=str(self._folder), fix="check the disk"
                ) from error
            self._segment += 1
        self._begin()
