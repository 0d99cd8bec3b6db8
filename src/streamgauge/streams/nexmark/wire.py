"""Events as JSON: one object a record, the kind first, then Beam's fields under Beam's names."""

from collections.abc import Iterable, Iterator

import numpy as np

from streamgauge.streams.columns import Column
from streamgauge.streams.nexmark.digits import digits
from streamgauge.streams.nexmark.fields import NOTHING, Part, Text, side_by_side


def json_records(parts: Iterable[Part]) -> list[bytes]:
    """The records of all parts, each in its place."""
    made: list[bytes] = []
    rows = []
    for part in parts:
        made += _records(part)
        rows.append(part.rows)
    order = np.empty(len(made), dtype=np.int64)
    order[np.concatenate(rows)] = np.arange(len(made))
    return list(map(made.__getitem__, order.tolist()))


def _records(part: Part) -> list[bytes]:
    """The backslash is the only character in any text that JSON escapes."""
    rows = side_by_side(len(part.rows), list(_columns(part)))
    return rows.tobytes().translate(None, bytes([NOTHING])).replace(b"\\", b"\\\\").split(b"\n")[:-1]


def _columns(part: Part) -> Iterator[bytes | Column]:
    yield b'{"type":"%s"' % part.kind.encode()
    for name, values in part.fields.items():
        if isinstance(values, Text):
            yield from (b',"%s":"' % name.encode(), values.column, b'"')
        else:
            yield from (b',"%s":' % name.encode(), digits(values))
    yield b"}\n"
