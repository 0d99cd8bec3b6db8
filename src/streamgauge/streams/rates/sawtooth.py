"""A rate that climbs and falls at once."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.rates.base import parameter
from streamgauge.streams.rates.cycle import Cycle, even_lengths_ns
from streamgauge.streams.rates.kinds import RATE, RATE_OR_NONE, STEPS, Seconds
from streamgauge.streams.rates.pieces import Pieces


@dataclass(frozen=True)
class Sawtooth(Cycle):
    """From `low` to `high` events per second in `steps` equal steps over `period` seconds, then from `low` again.

    >>> shape = Sawtooth(low=10, high=40, period=4, steps=4)
    >>> [shape.rate_at(second) for second in range(6)]
    [10, 20, 30, 40, 10, 20]
    """

    name: ClassVar[str] = "sawtooth"
    example: ClassVar[str] = "sawtooth:low=1000,high=5000,period=60,steps=100"
    formula: ClassVar[str] = "pieces, repeated for ever: piece k of steps has low + floor((high - low) * k / (steps - 1))"

    low: int = parameter(RATE_OR_NONE)
    high: int = parameter(RATE)
    period: float = parameter(Seconds())
    steps: int = parameter(STEPS, default=100)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require(self.low <= self.high, "high", "at least low")

    def describe(self) -> str:
        return f"rising from {self.low} to {self.high} events/s in {self.steps} steps, every {self.period} s"

    def _make_pieces(self) -> Pieces:
        climb = self.high - self.low
        rates = [self.low + climb * step // (self.steps - 1) for step in range(self.steps)]
        return Pieces(rates, even_lengths_ns(self.period, self.steps))
