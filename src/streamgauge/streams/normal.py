"""Normal draws from a table of integer thresholds: cells of 1/64 sigma, even inside a cell, cut at 6 sigma.

The tails beyond 6 sigma (2 draws in a thousand million) fall into the outermost cells.
"""

from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.generator import Bits
from streamgauge.streams.normal_table import CELLS
from streamgauge.streams.thresholds import Thresholds

SIGMA = 1 << 16  # draws are whole numbers of 2^-16 standard deviations

_CELL_STEPS = 1 << 10


def normal(bits: Bits) -> NDArray[np.int64]:
    """A standard normal draw in units of 2^-16: (cell - 384) * 1024 + (x & 1023)."""
    cell = _table().count(bits)
    cell -= CELLS // 2
    cell *= _CELL_STEPS
    cell += (bits & np.uint64(_CELL_STEPS - 1)).view(np.int64)
    return cell


@cache
def _table() -> Thresholds:
    text = (files("streamgauge.streams") / "normal_table.txt").read_text(encoding="ascii")
    return Thresholds([int(line) for line in text.split()])
