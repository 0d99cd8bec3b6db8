"""Two rates in turn, for ever."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.rates.base import RateShape, parameter
from streamgauge.streams.rates.kinds import RATE, RATE_OR_NONE, Seconds, nanoseconds
from streamgauge.streams.rates.pieces import Piece, Pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Square(RateShape):
    """`low` events per second for half a period, then `high` for the other half; `period` in seconds.

    >>> Square(low=1, high=2, period=2).intended_ns(0, 4).tolist()
    [0, 1000000000, 1500000000, 2000000000]
    """

    name: ClassVar[str] = "square"
    example: ClassVar[str] = "square:low=1000,high=5000,period=10"
    formula: ClassVar[str] = "pieces, repeated for ever: low for period / 2, high for period / 2"

    low: int = parameter(RATE_OR_NONE)
    high: int = parameter(RATE)
    period: float = parameter(Seconds())

    def describe(self) -> str:
        return f"{self.low} and {self.high} events/s in turn, every {self.period} s"

    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":
        import numpy as np

        cycles, events = np.divmod(np.arange(start, start + count), self._cycle.events)
        return cycles * nanoseconds(self.period) + self._cycle.times_ns(events)

    def events_within(self, seconds: float) -> int:
        cycles, rest_ns = divmod(nanoseconds(seconds), nanoseconds(self.period))
        return cycles * self._cycle.events + self._cycle.events_before(rest_ns)

    def rate_at(self, seconds: float) -> float:
        return self._cycle.rate_at(nanoseconds(seconds) % nanoseconds(self.period))

    @cached_property
    def _cycle(self) -> Pieces:
        half_ns = nanoseconds(self.period) // 2
        return Pieces([Piece(self.low, half_ns), Piece(self.high, half_ns)])
