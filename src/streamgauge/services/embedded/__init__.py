"""Embedded services: files for blobs, DuckDB for tables, records for messages and rows that are inserted.

Nothing is started, nothing can be down.
"""

from dataclasses import dataclass
from pathlib import Path

from streamgauge.services.embedded.blobs import FileBlobs
from streamgauge.services.embedded.messages import RecordInbox, RecordPublisher
from streamgauge.services.embedded.rows import RecordRows
from streamgauge.services.embedded.table import DuckTable


@dataclass(frozen=True, slots=True)
class Embedded:
    """Services in a folder, which all processes that call must see."""

    folder: Path
    patience_s: float = 0.0

    def place(self, service: str) -> str:  # noqa: ARG002 - it is the same for all
        return f"embedded in {self.folder}"

    def blobs(self, step: str) -> FileBlobs:
        return FileBlobs(self._of("blobs", step))

    def table(self, step: str) -> DuckTable:
        return DuckTable(self._of("tables", step) / "table.duckdb")

    def rows(self, step: str) -> RecordRows:
        return RecordRows(self._of("rows", step))

    def publisher(self, step: str) -> RecordPublisher:
        return RecordPublisher(self._of("messages", step))

    def inbox(self, step: str) -> RecordInbox:
        return RecordInbox(self._of("messages", step))

    def _of(self, kind: str, step: str) -> Path:
        folder = self.folder / kind / step
        folder.mkdir(parents=True, exist_ok=True)
        return folder
