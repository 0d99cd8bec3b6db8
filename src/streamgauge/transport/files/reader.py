"""Reads the embedded log from its beginning, segment by segment or, where Spark writes, batch by batch."""

import time
from pathlib import Path

from streamgauge.transport.base import Record
from streamgauge.transport.files.batches import finished_batches, read_batch
from streamgauge.transport.files.segments import Columns, read_segment, segment_path

_LOOK_AGAIN_S = 0.01


class FileReader:
    """A reader of one topic; a poll gives at most one segment or batch."""

    def __init__(self, folder: Path, partitions: int) -> None:
        self._folder = folder
        self._next_segment = 0
        self._last_batch = -1
        self._next_offsets = [0] * partitions

    def poll(self, timeout_s: float) -> list[Record]:
        deadline = time.monotonic() + timeout_s
        while not (records := self._take()):
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                break
            time.sleep(min(_LOOK_AGAIN_S, left_s))
        return records

    def close(self) -> None:
        """Nothing is held open."""

    def _take(self) -> list[Record]:
        segment = segment_path(self._folder, self._next_segment)
        if segment.exists():
            self._next_segment += 1
            return _records(read_segment(segment))
        for batch in finished_batches(self._folder, after=self._last_batch):
            self._last_batch = batch.number
            if records := _records(read_batch(batch, self._next_offsets)):
                return records
        return []


def _records(columns: Columns) -> list[Record]:
    return list(map(Record, columns.partitions, columns.offsets, columns.timestamps_ms, columns.values))
