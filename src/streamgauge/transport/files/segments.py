"""The log on disk: numbered Parquet files, each whole from the moment it has its name.

A segment holds records of all partitions, in the order they were sent, with their offsets; and, as metadata, the end
offset of every partition after it, so that nobody has to read a log to know how long it is. While a segment is being
written its name starts with an underscore, which Spark's file source ignores and we do, too. There is no fsync: a segment
survives the death of every process, but not that of the machine.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamgauge.errors import MachineError

if TYPE_CHECKING:
    import pyarrow as pa

SPARK_SCHEMA = "partition INT, offset BIGINT, timestamp TIMESTAMP, value BINARY"

_NAME = re.compile(r"segment-(\d{12})\.parquet")
_END_OFFSETS = b"streamgauge.end_offsets"


@dataclass(frozen=True, slots=True)
class Columns:
    """Records, column by column; all lists have one length."""

    partitions: list[int]
    offsets: list[int]
    timestamps_ms: list[int]
    values: list[bytes]


def segment_path(folder: Path, number: int) -> Path:
    return folder / f"segment-{number:012d}.parquet"


def last_segment(folder: Path) -> int | None:
    """The number of the newest segment; None in an empty log."""
    return max((int(match[1]) for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))), default=None)


def write_segment(folder: Path, number: int, columns: Columns, end_offsets: tuple[int, ...]) -> None:
    """Write a segment under a name that nobody reads, then give it its own."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(
        {
            "partition": pa.array(columns.partitions, pa.int32()),
            "offset": pa.array(columns.offsets, pa.int64()),
            "timestamp": pa.array(columns.timestamps_ms, pa.timestamp("ms", tz="UTC")),
            "value": pa.array(columns.values, pa.binary()),
        },
        metadata={_END_OFFSETS: json.dumps(end_offsets)},
    )
    path = segment_path(folder, number)
    unfinished = path.with_name(f"_{path.name}")
    pq.write_table(table, unfinished, use_dictionary=["partition"], write_statistics=False)
    unfinished.replace(path)


def read_segment(path: Path) -> Columns:
    table = read_table(path)
    return Columns(
        partitions=table["partition"].to_pylist(),
        offsets=table["offset"].to_pylist(),
        timestamps_ms=milliseconds(table["timestamp"]),
        values=table["value"].to_pylist(),
    )


def end_offsets_after(path: Path) -> tuple[int, ...]:
    """The end offset of every partition after this segment; reads only the file's footer."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_schema(path).metadata or {}
        return tuple(json.loads(metadata[_END_OFFSETS]))
    except (pa.ArrowException, OSError, KeyError) as error:
        raise unreadable(path, error) from error


def read_table(path: Path, columns: list[str] | None = None) -> "pa.Table":
    """A Parquet file as a table; a broken one is an error that names it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            return pq.read_table(file, columns=columns)
    except (pa.ArrowException, OSError) as error:
        raise unreadable(path, error) from error


def milliseconds(timestamps: Any) -> list[int]:
    """A timestamp column of any precision as whole milliseconds since 1970."""
    import pyarrow as pa

    whole = timestamps.cast(pa.timestamp("ms", tz=timestamps.type.tz), safe=False)
    values: list[int] = whole.cast(pa.int64()).to_pylist()
    return values


def unreadable(path: Path, error: Exception) -> MachineError:
    reason = str(error).splitlines()[0]
    return MachineError(
        f"a file of the log cannot be read: {reason}", where=str(path), fix="it is damaged: delete the topic and write it again"
    )
