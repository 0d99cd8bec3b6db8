"""Events as typed columns: an Arrow table for each kind."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from streamgauge.streams.nexmark.fields import NOTHING, Part, Text


@dataclass(frozen=True, slots=True)
class NexmarkTables:
    """Beam's fields, and before them `number`: the event's place in the stream. Numbers and times are 64-bit integers."""

    persons: pa.Table
    auctions: pa.Table
    bids: pa.Table


def nexmark_tables(parts: Iterable[tuple[int, Part]]) -> NexmarkTables:
    """The tables of all parts, of which each comes with the place where its slice begins."""
    tables: dict[str, list[pa.Table]] = {"person": [], "auction": [], "bid": []}
    for start, part in parts:
        tables[part.kind].append(_table(start, part))
    return NexmarkTables(*map(pa.concat_tables, tables.values()))


def _table(start: int, part: Part) -> pa.Table:
    columns = {name: _text(values) if isinstance(values, Text) else pa.array(values) for name, values in part.fields.items()}
    return pa.table({"number": pa.array(part.rows + start), **columns})


def _text(text: Text) -> pa.StringArray:
    ends = np.concatenate([[0], np.cumsum(text.lengths)]).astype(np.int32)
    content = text.column.tobytes().translate(None, bytes([NOTHING]))
    return pa.StringArray.from_buffers(len(text.lengths), pa.py_buffer(ends), pa.py_buffer(content))
