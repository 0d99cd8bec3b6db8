"""A rate that scatters around its mean."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.rates.base import parameter
from streamgauge.streams.rates.cycle import Cycle
from streamgauge.streams.rates.kinds import NS_PER_SECOND, RATE, RATE_OR_NONE, SEED, STEP

if TYPE_CHECKING:
    from streamgauge.streams.rates.pieces import Pieces


@dataclass(frozen=True)
class Normal(Cycle):
    """For every `step` seconds another rate, normal around `mean` with a standard `deviation`, cut at 0 and at `peak`.

    >>> shape = Normal(mean=6400, deviation=200, peak=7000)
    >>> [shape.rate_at(second) for second in range(5)]
    [6478, 6516, 6260, 6201, 6195]
    """

    name: ClassVar[str] = "normal"
    example: ClassVar[str] = "normal:mean=6400,deviation=200,peak=7000,step=1,seed=1"
    formula: ClassVar[str] = "intervals of step: floor(mean + deviation * normal + 1/2), at least 0, at most peak"

    mean: int = parameter(RATE)
    deviation: int = parameter(RATE_OR_NONE)
    peak: int = parameter(RATE, default=NS_PER_SECOND)
    step: float = parameter(STEP, default=1)
    seed: int = parameter(SEED, default=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require(self.mean <= self.peak, "peak", "at least mean")

    def describe(self) -> str:
        return f"around {self.mean} events/s with a deviation of {self.deviation}, at most {self.peak}, drawn every {self.step} s"

    def _make_pieces(self) -> "Pieces":
        from streamgauge.streams.rates.intervals import interval_draws, interval_pieces, normal_rates

        rates = normal_rates(interval_draws(self.name, self.seed), self.mean, self.deviation, self.peak)
        return interval_pieces(rates, self.step)
