"""One topic of the embedded log: a folder that Spark's file source can read as it is."""

import json
from dataclasses import dataclass
from pathlib import Path

from streamgauge.errors import RequestError
from streamgauge.transport.base import Stamp
from streamgauge.transport.files.batches import count_batches
from streamgauge.transport.files.reader import FileReader
from streamgauge.transport.files.segments import end_offsets_after, last_segment, segment_path
from streamgauge.transport.files.writer import FileWriter

# Hidden from Spark by its first character.
DESCRIPTION = "_topic.json"


@dataclass(frozen=True, slots=True)
class FileTopic:
    """A topic that exists. It is filled either by one writer at a time, or by Spark, batch by batch."""

    folder: Path
    partitions: int
    stamp: Stamp

    @classmethod
    def open(cls, folder: Path) -> "FileTopic":
        try:
            description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
            return cls(folder, int(description["partitions"]), Stamp(description["stamp"]))
        except (OSError, ValueError, KeyError) as error:
            raise RequestError("there is no topic here", where=str(folder), fix=f"give a folder with a {DESCRIPTION}") from error

    @property
    def name(self) -> str:
        return self.folder.name

    def writer(self) -> FileWriter:
        return FileWriter(self.folder, self.stamp, self.end_offsets())

    def reader(self) -> FileReader:
        return FileReader(self.folder, self.partitions)

    def end_offsets(self) -> tuple[int, ...]:
        newest = last_segment(self.folder)
        if newest is not None:
            return end_offsets_after(segment_path(self.folder, newest))
        return tuple(count_batches(self.folder, self.partitions))
