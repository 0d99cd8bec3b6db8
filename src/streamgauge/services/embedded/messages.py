"""Messages as records: every publisher appends to a file of its own, and the inbox reads them all."""

import json
import uuid
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from streamgauge.services.base import Message


class RecordPublisher:
    """Appends what is published, a line each."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / f"{uuid.uuid4().hex}.jsonl").open("a", encoding="utf-8")

    def publish(self, messages: Sequence[Message]) -> None:
        self._file.writelines(json.dumps([topic, payload.decode()]) + "\n" for topic, payload in messages)
        self._file.flush()

    def close(self) -> None:
        self._file.close()


class RecordInbox:
    """What all publishers have written; the line that one of them is in the middle of does not count yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def received(self) -> Counter[Message]:
        lines = (
            line for path in self._folder.glob("*.jsonl") for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
        )
        messages = (json.loads(line) for line in lines if line.endswith("\n"))
        return Counter((topic, payload.encode()) for topic, payload in messages)

    def close(self) -> None:
        pass
