"""A rate drawn evenly between two bounds, again and again."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.rates.base import parameter
from streamgauge.streams.rates.cycle import Cycle
from streamgauge.streams.rates.kinds import RATE, RATE_OR_NONE, SEED, STEP

if TYPE_CHECKING:
    from streamgauge.streams.rates.pieces import Pieces


@dataclass(frozen=True)
class Uniform(Cycle):
    """For every `step` seconds another rate from `low` to `high`, all equally likely.

    >>> shape = Uniform(low=1000, high=5000)
    >>> [shape.rate_at(second) for second in range(5)]
    [1964, 1367, 2919, 4452, 4226]
    """

    name: ClassVar[str] = "uniform"
    example: ClassVar[str] = "uniform:low=1000,high=5000,step=1,seed=1"
    formula: ClassVar[str] = "intervals of step: low + below(high - low + 1)"

    low: int = parameter(RATE_OR_NONE)
    high: int = parameter(RATE)
    step: float = parameter(STEP, default=1)
    seed: int = parameter(SEED, default=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require(self.low <= self.high, "high", "at least low")

    def describe(self) -> str:
        return f"from {self.low} to {self.high} events/s, drawn evenly every {self.step} s"

    def _make_pieces(self) -> "Pieces":
        from streamgauge.streams.generator import below
        from streamgauge.streams.rates.intervals import interval_draws, interval_pieces

        rates = below(interval_draws(self.name, self.seed), self.high - self.low + 1)
        return interval_pieces(rates + self.low, self.step)
