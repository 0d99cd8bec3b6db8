"""A distribution as a table of quantiles, and ranks that depend on each other while each alone stays even.

A table has `CELLS` + 1 rising whole numbers; between two of them values are even. A rank is a whole number in [0, size): the
place of a value among all values, of which the table makes the value.
"""

from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Whole: TypeAlias = NDArray[np.int64]

CELLS = 64
_FRACTION_BITS = 16


def read_tables(name: str) -> dict[str, Whole]:
    """The tables of a file of this package: a line is words, which are the table's name, then its numbers."""
    tables = {}
    for line in (files("streamgauge.streams.iot") / name).read_text(encoding="ascii").splitlines():
        words = line.split(" ")
        tables[" ".join(words[: -CELLS - 1])] = np.array(words[-CELLS - 1 :], dtype=np.int64)
    return tables


def quantile(table: Whole, rank: Whole, size: Whole | int, first: Whole | int = 0) -> Whole:
    """The value at each rank, in a table, or in those of several one after another: then `first` says where each begins.

    With p = rank * CELLS, cell = p div size and f = floor(2^16 (p mod size) / size) it is
    t[cell] + ((t[cell + 1] - t[cell]) f + 2^15) div 2^16. Sizes are multiples of 2^16, below 2^42.
    """
    cell, rest = np.divmod(rank * CELLS, size)
    fraction = rest // (size >> _FRACTION_BITS)
    cell += first
    low, high = table[cell], table[cell + 1]
    value: Whole = low + (((high - low) * fraction + (1 << (_FRACTION_BITS - 1))) >> _FRACTION_BITS)
    return value


def reflect(rank: Whole, size: Whole | int) -> Whole:
    """What lies outside of [0, size) mirrored into it: a rank that was moved stays even if it was."""
    return np.where(rank < 0, -1 - rank, np.where(rank >= size, 2 * size - 1 - rank, rank))
