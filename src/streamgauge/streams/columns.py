"""Records of text put together column by column, many at a time.

A column is a matrix of bytes with a row for every record. Texts of different lengths are filled up with the byte 0xFF,
which no ASCII or UTF-8 text contains; when all columns stand side by side, the fillers are dropped and the rows cut.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Column: TypeAlias = NDArray[np.uint8]

_FILLER = 0xFF
_GROUP_DIGITS = 4
_GROUP = 10**_GROUP_DIGITS


def text_column(texts: Sequence[bytes]) -> Column:
    """One row for every text."""
    width = max(map(len, texts))
    filled = b"".join(text.ljust(width, bytes([_FILLER])) for text in texts)
    return np.frombuffer(filled, dtype=np.uint8).reshape(len(texts), width)


def between(before: bytes, column: Column, after: bytes) -> Column:
    """The column with the same text before, and the same after, every row."""
    return np.hstack([_repeated(before, len(column)), column, _repeated(after, len(column))])


def digit_column(values: NDArray[np.int64], width: int = 1) -> Column:
    """Numbers from 0 on as decimal digits, padded with zeros to `width`."""
    digits = max(width, len(str(int(values.max(initial=0)))))
    groups = -(-digits // _GROUP_DIGITS)
    column = np.empty((len(values), groups * _GROUP_DIGITS), dtype=np.uint8)
    rest = values
    for group in range(groups, 0, -1):
        rest, low = np.divmod(rest, _GROUP)
        column[:, (group - 1) * _GROUP_DIGITS : group * _GROUP_DIGITS] = np.take(_DIGITS, low, axis=0)
    column = column[:, -digits:]
    shortest = max(width, len(str(int(values.min(initial=0)))))
    for place in range(digits - shortest):
        column[values < 10 ** (digits - place - 1), place] = _FILLER
    return column


def join_columns(columns: Sequence[Column]) -> list[bytes]:
    """The records, one for every row; no text may contain a line end."""
    widths = [column.shape[1] for column in columns]
    rows = np.empty((len(columns[0]), sum(widths) + 1), dtype=np.uint8)
    at = 0
    for column, width in zip(columns, widths, strict=True):
        rows[:, at : at + width] = column
        at += width
    rows[:, -1] = ord("\n")
    return rows.tobytes().translate(None, bytes([_FILLER])).split(b"\n")[:-1]


def _repeated(text: bytes, count: int) -> Column:
    return np.tile(np.frombuffer(text, dtype=np.uint8), (count, 1))


_DIGITS = text_column([b"%0*d" % (_GROUP_DIGITS, number) for number in range(_GROUP)])
