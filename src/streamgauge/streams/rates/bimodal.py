"""A rate that scatters around two modes in turn, as night and day do."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.rates.base import parameter
from streamgauge.streams.rates.cycle import Cycle
from streamgauge.streams.rates.kinds import NS_PER_SECOND, RATE, RATE_OR_NONE, SEED, STEP, Seconds, nanoseconds

if TYPE_CHECKING:
    from streamgauge.streams.rates.pieces import Pieces


@dataclass(frozen=True)
class Bimodal(Cycle):
    """Rates around `low` in the first half of every period, around `high` in the second, drawn anew every `step` seconds.

    The default period is a day, a thousand times faster.

    >>> shape = Bimodal(low=300, low_deviation=100, high=3200, high_deviation=250, peak=4000)
    >>> [shape.rate_at(second) for second in (42, 43, 44, 86, 87)]
    [441, 308, 3384, 3124, 288]
    """

    name: ClassVar[str] = "bimodal"
    example: ClassVar[str] = "bimodal:low=300,low_deviation=100,high=3200,high_deviation=250,peak=4000,period=86.4,step=1,seed=1"
    formula: ClassVar[str] = (
        "intervals of step: as normal, around low if they start in the first half of a period, else around high"
    )

    low: int = parameter(RATE)
    low_deviation: int = parameter(RATE_OR_NONE)
    high: int = parameter(RATE)
    high_deviation: int = parameter(RATE_OR_NONE)
    peak: int = parameter(RATE, default=NS_PER_SECOND)
    period: float = parameter(Seconds(), default=86.4)
    step: float = parameter(STEP, default=1)
    seed: int = parameter(SEED, default=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require(self.low < self.high, "high", "above low")
        self._require(self.high <= self.peak, "peak", "at least high")

    def describe(self) -> str:
        return (
            f"around {self.low} and around {self.high} events/s in turn, every {self.period} s, with deviations of "
            f"{self.low_deviation} and {self.high_deviation}, at most {self.peak}, drawn every {self.step} s"
        )

    def _make_pieces(self) -> "Pieces":
        import numpy as np

        from streamgauge.streams.rates.intervals import INTERVALS, interval_draws, interval_pieces, normal_rates

        period_ns = nanoseconds(self.period)
        is_low = np.arange(INTERVALS) * nanoseconds(self.step) % period_ns < period_ns // 2
        mean = np.where(is_low, self.low, self.high)
        deviation = np.where(is_low, self.low_deviation, self.high_deviation)
        return interval_pieces(normal_rates(interval_draws(self.name, self.seed), mean, deviation, self.peak), self.step)
