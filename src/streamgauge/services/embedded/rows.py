"""Rows that are inserted, as records in files, since a DuckDB file takes one writer at a time and here are many."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from streamgauge.services.embedded.messages import RecordInbox, RecordPublisher


class RecordRows:
    """The rows of a folder. Every writer appends to a file of its own, and what took the place of a row is told beside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writer: RecordPublisher | None = None

    def insert(self, rows: Sequence[tuple[str, str]]) -> None:
        self._writer = self._writer or RecordPublisher(self._folder)
        self._writer.publish([(key, row.encode()) for key, row in rows])

    def digests(self) -> Iterator[tuple[str, str]]:
        for key, row in RecordInbox(self._folder).received():
            yield key, hashlib.md5(row, usedforsecurity=False).hexdigest()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
