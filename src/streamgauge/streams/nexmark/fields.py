"""The fields of many events: a whole number or a text for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from streamgauge.streams.columns import Column, text_column
from streamgauge.streams.nexmark.draws.java_random import Numbers

NOTHING = 0xFF


@dataclass(frozen=True, slots=True)
class Text:
    """A text for every event: a row of bytes in which 0xFF counts for nothing, as in `streams.columns`; and its length."""

    column: Column
    lengths: Numbers


Fields: TypeAlias = dict[str, Numbers | Text]


@dataclass(frozen=True, slots=True)
class Part:
    """The events of one kind in a slice of a stream: where in it they stand, and their fields by name."""

    kind: str
    rows: Numbers
    fields: Fields


class Choice:
    """Texts to choose from."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._column = text_column([text.encode() for text in texts])
        self._lengths = np.array([len(text) for text in texts])

    def __getitem__(self, numbers: Numbers) -> Text:
        return Text(self._column.take(numbers, axis=0), self._lengths[numbers])


def side_by_side(count: int, parts: Sequence[bytes | Column]) -> Column:
    """One row for each of so many events; a part that is not a column is the same in all rows."""
    same = b"".join(part if isinstance(part, bytes) else bytes(part.shape[1]) for part in parts)
    rows = np.empty((count, len(same)), dtype=np.uint8)
    rows[:] = np.frombuffer(same, dtype=np.uint8)
    at = 0
    for part in parts:
        if isinstance(part, bytes):
            at += len(part)
        else:
            rows[:, at : at + part.shape[1]] = part
            at += part.shape[1]
    return rows
