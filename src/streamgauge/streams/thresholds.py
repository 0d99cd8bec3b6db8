"""How many of a sorted list of thresholds lie at or below each draw: what turns random bits into any distribution.

A binary search per draw is the obvious way and a slow one: it misses the branch predictor at every step. A guide table
on the upper 16 bits gives the count at the draw's cell; where a threshold lies inside the cell a few passes correct it.
Cells with more thresholds than that, in the far tail of a steep distribution, are searched the obvious way.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.generator import Bits

_CELL_BITS = np.uint64(48)
_CELLS = 1 << 16
_MOST_PASSES = 3


class Thresholds:
    """A distribution over 0..n as n sorted thresholds in [1, 2^64); `count` draws from it."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values: Bits = np.array(values, dtype=np.uint64)
        # x >= t is x > t - 1, and no x is above the last entry: a pass may look past the end without counting it.
        self._passed: Bits = np.append(self._values - np.uint64(1), np.uint64((1 << 64) - 1))
        guide = np.searchsorted(self._values, np.arange(_CELLS, dtype=np.uint64) << _CELL_BITS, side="right")
        inside = np.diff(guide, append=len(values))
        self._guide = guide.astype(np.uint32)
        self._is_deep = inside > _MOST_PASSES
        self._has_deep = bool(self._is_deep.any())
        self._passes = int(inside[~self._is_deep].max(initial=0))

    def count(self, bits: Bits) -> NDArray[np.int64]:
        """For every draw the number of thresholds <= it."""
        cells = (bits >> _CELL_BITS).view(np.int64)
        found = self._guide[cells]
        for _ in range(self._passes):
            found += self._passed[found] < bits
        counted = found.astype(np.int64)
        if self._has_deep:
            deep = np.flatnonzero(self._is_deep[cells])
            counted[deep] = np.searchsorted(self._values, bits[deep], side="right")
        return counted
