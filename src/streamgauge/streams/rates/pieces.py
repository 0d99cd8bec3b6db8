"""Constant rates, one after another: what every shape made of steps consists of.

A piece of d nanoseconds at r events a second holds ceil(d * r / 10^9) events, the j-th of them (from 0) at
floor(j * 10^9 / r) after the start of the piece. The next piece starts anew at its own first instant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from streamgauge.streams.rates.kinds import NS_PER_SECOND

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole: TypeAlias = NDArray[np.int64]

FOREVER_NS = 1 << 62


@dataclass(frozen=True)
class Piece:
    """A rate that holds for a while."""

    rate: int
    length_ns: int

    def events_before(self, elapsed_ns: int) -> int:
        """How many of its events are due in its first `elapsed_ns`."""
        return -(-max(0, min(elapsed_ns, self.length_ns)) * self.rate // NS_PER_SECOND)


class Pieces:
    """Pieces in their order, from time 0 and event 0 on."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = tuple(pieces)
        self._starts_ns = (0, *accumulate(piece.length_ns for piece in pieces))
        self._first_events = (0, *accumulate(piece.events_before(piece.length_ns) for piece in pieces))

    @property
    def events(self) -> int:
        """How many events all pieces hold."""
        return self._first_events[-1]

    def times_ns(self, events: "Whole") -> "Whole":
        """The intended time of each event."""
        first_events, starts_ns, rates = self._columns
        which = first_events.searchsorted(events, side="right") - 1
        return starts_ns[which] + even_times_ns(events - first_events[which], rates[which])

    def events_before(self, elapsed_ns: int) -> int:
        """How many events are due before a time."""
        timed = zip(self._pieces, self._starts_ns[:-1], strict=True)
        return sum(piece.events_before(elapsed_ns - start_ns) for piece, start_ns in timed)

    def rate_at(self, elapsed_ns: int) -> int:
        """The rate that holds at a time."""
        timed = zip(self._pieces, self._starts_ns[:-1], strict=True)
        return [piece.rate for piece, start_ns in timed if start_ns <= elapsed_ns and piece.length_ns > 0][-1]

    @cached_property
    def _columns(self) -> "tuple[Whole, Whole, Whole]":
        import numpy as np

        rates = [piece.rate for piece in self._pieces]
        return np.array(self._first_events[:-1]), np.array(self._starts_ns[:-1]), np.array(rates)


def even_times_ns(events: "Whole", rate: "Whole | int") -> "Whole":
    """floor(event * 10^9 / rate), in an order of steps that never leaves 64 bits."""
    return events // rate * NS_PER_SECOND + events % rate * NS_PER_SECOND // rate
