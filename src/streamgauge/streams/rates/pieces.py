"""Constant rates, one after another: what every shape made of steps consists of.

A piece of d nanoseconds at r events a second holds ceil(d * r / 10^9) events, the j-th of them (from 0) at
floor(j * 10^9 / r) after the start of the piece. The next piece starts anew at its own first instant.
"""

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from streamgauge.streams.rates.kinds import NS_PER_SECOND

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Whole: TypeAlias = NDArray[np.int64]
    OneOrMany = TypeVar("OneOrMany", int, NDArray[np.int64])

FOREVER_NS = 1 << 62


class Pieces:
    """Pieces in their order, from time 0 and event 0 on."""

    def __init__(self, rates: "Sequence[int] | Whole", lengths_ns: "Sequence[int] | Whole") -> None:
        import numpy as np

        lengths: Whole = np.asarray(lengths_ns, dtype=np.int64)
        self._rates: Whole = np.asarray(rates, dtype=np.int64)
        self._ends_ns: Whole = lengths.cumsum()
        self._starts_ns: Whole = self._ends_ns - lengths
        counts = events_in(lengths, self._rates)
        self._first_events: Whole = counts.cumsum() - counts
        self.length_ns = int(self._ends_ns[-1])
        self.events = int(counts.sum())

    def times_ns(self, events: "Whole") -> "Whole":
        """The intended time of each event."""
        which = self._first_events.searchsorted(events, side="right") - 1
        return self._starts_ns[which] + even_times_ns(events - self._first_events[which], self._rates[which])

    def events_before(self, elapsed_ns: int) -> int:
        """How many events are due before a time."""
        which = self._at(elapsed_ns)
        elapsed_ns = min(elapsed_ns, int(self._ends_ns[which])) - int(self._starts_ns[which])
        return int(self._first_events[which]) + events_in(elapsed_ns, int(self._rates[which]))

    def rate_at(self, elapsed_ns: int) -> int:
        """The rate that holds at a time."""
        return int(self._rates[self._at(elapsed_ns)])

    @property
    def highest_rate(self) -> int:
        return int(self._rates.max())

    def _at(self, elapsed_ns: int) -> int:
        return int(self._starts_ns.searchsorted(elapsed_ns, side="right")) - 1


def events_in(length_ns: "OneOrMany", rate: "OneOrMany") -> "OneOrMany":
    """ceil(length * rate / 10^9), in an order of steps that never leaves 64 bits."""
    return length_ns // NS_PER_SECOND * rate + -(-(length_ns % NS_PER_SECOND * rate) // NS_PER_SECOND)


def even_times_ns(events: "Whole", rate: "Whole | int") -> "Whole":
    """floor(event * 10^9 / rate), in an order of steps that never leaves 64 bits."""
    return events // rate * NS_PER_SECOND + events % rate * NS_PER_SECOND // rate
