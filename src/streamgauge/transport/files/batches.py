"""What Spark's `foreachBatch` writes into a topic's folder: `batch=N/` with Parquet files, or folders of them by the sink's
columns, and a `_SUCCESS` marker.

A folder without the marker is unfinished and does not exist for us. Rows have a partition, a timestamp and a value but no
offset: they get theirs from the order of batch number, file name and row, which is the same for every reader.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from streamgauge.transport.files.segments import Columns, milliseconds, read_table

_NAME = re.compile(r"batch=(\d+)")


@dataclass(frozen=True, slots=True, order=True)
class Batch:
    """One finished batch."""

    number: int
    folder: Path

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*.parquet") if path.name[0] not in "_.")


def finished_batches(folder: Path, *, after: int = -1) -> list[Batch]:
    """The finished batches with a number greater than `after`, in order."""
    named = ((path, _NAME.fullmatch(path.name)) for path in folder.iterdir())
    batches = (Batch(int(match[1]), path) for path, match in named if match)
    return sorted(batch for batch in batches if batch.number > after and (batch.folder / "_SUCCESS").exists())


def read_batch(batch: Batch, next_offsets: list[int]) -> Columns:
    """A batch's records; `next_offsets` says where each partition stands and is moved on."""
    columns = Columns([], [], [], [])
    for table in map(read_table, batch.files()):
        partitions = table["partition"].to_pylist()
        columns.partitions.extend(partitions)
        columns.offsets.extend(_number(partitions, next_offsets))
        columns.timestamps_ms.extend(milliseconds(table["timestamp"]))
        columns.values.extend(_as_bytes(value) for value in table["value"].to_pylist())
    return columns


def count_batches(folder: Path, partitions: int) -> list[int]:
    """How many records all finished batches hold, by partition."""
    counts = [0] * partitions
    for batch in finished_batches(folder):
        for path in batch.files():
            for _ in _number(read_table(path, ["partition"])["partition"].to_pylist(), counts):
                pass
    return counts


def _number(partitions: list[int], next_offsets: list[int]) -> Iterator[int]:
    for partition in partitions:
        yield next_offsets[partition]
        next_offsets[partition] += 1


def _as_bytes(value: bytes | str) -> bytes:
    return value.encode() if isinstance(value, str) else value
