"""Two rates in turn, for ever."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.rates.base import parameter
from streamgauge.streams.rates.cycle import Cycle, even_lengths_ns
from streamgauge.streams.rates.kinds import RATE, RATE_OR_NONE, Seconds
from streamgauge.streams.rates.pieces import Pieces


@dataclass(frozen=True)
class Square(Cycle):
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

    def _make_pieces(self) -> Pieces:
        return Pieces([self.low, self.high], even_lengths_ns(self.period, 2))
