"""Rates that repeat themselves: what an endless shape with a finite table has in common with all others."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from streamgauge.streams.rates.base import RateShape
from streamgauge.streams.rates.kinds import nanoseconds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from streamgauge.streams.rates.pieces import Pieces


@dataclass(frozen=True)
class Cycle(RateShape):
    """Pieces, repeated for ever; a shape says which."""

    @abstractmethod
    def _make_pieces(self) -> "Pieces":
        """One cycle, with at least one event."""

    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":
        import numpy as np

        cycles, events = np.divmod(np.arange(start, start + count), self._pieces.events)
        return cycles * self._pieces.length_ns + self._pieces.times_ns(events)

    def events_within(self, seconds: float) -> int:
        cycles, rest_ns = divmod(nanoseconds(seconds), self._pieces.length_ns)
        return cycles * self._pieces.events + self._pieces.events_before(rest_ns)

    def rate_at(self, seconds: float) -> float:
        return self._pieces.rate_at(nanoseconds(seconds) % self._pieces.length_ns)

    @property
    def peak_per_second(self) -> float:
        return self._pieces.highest_rate

    @cached_property
    def _pieces(self) -> "Pieces":
        return self._make_pieces()


def even_lengths_ns(period: float, parts: int) -> list[int]:
    """A period cut into parts that differ by a nanosecond at most: part k starts at floor(k * period / parts)."""
    bounds = [number * nanoseconds(period) // parts for number in range(parts + 1)]
    return [end - start for start, end in pairwise(bounds)]
