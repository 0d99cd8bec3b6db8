"""A rate that swings."""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import ClassVar

from streamgauge.streams.normal_table import PI
from streamgauge.streams.rates.base import parameter
from streamgauge.streams.rates.cycle import Cycle, even_lengths_ns
from streamgauge.streams.rates.kinds import RATE, RATE_OR_NONE, STEPS, Seconds
from streamgauge.streams.rates.pieces import Pieces

_ONE = 1 << 62
_DIGITS = 50


@dataclass(frozen=True)
class Sine(Cycle):
    """Between `low` and `high` events per second and back in `period` seconds, in `steps` steps, from `low` on.

    >>> shape = Sine(low=0, high=100, period=10)
    >>> [shape.rate_at(second) for second in range(10)]
    [0, 10, 35, 65, 90, 100, 90, 65, 35, 10]
    """

    name: ClassVar[str] = "sine"
    example: ClassVar[str] = "sine:low=1000,high=5000,period=600,steps=10"
    formula: ClassVar[str] = (
        "pieces, repeated for ever: piece k of steps has mid - amplitude * cos(2 pi k / steps), rounded, "
        "mid = (low + high) / 2, amplitude = (high - low) / 2"
    )

    low: int = parameter(RATE_OR_NONE)
    high: int = parameter(RATE)
    period: float = parameter(Seconds())
    steps: int = parameter(STEPS, default=10)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require(self.low <= self.high, "high", "at least low")

    def describe(self) -> str:
        return f"between {self.low} and {self.high} events/s and back in {self.steps} steps, every {self.period} s"

    def _make_pieces(self) -> Pieces:
        middle, swing = (self.low + self.high + 1) * _ONE, self.high - self.low
        rates = [(middle - swing * cosine) // (2 * _ONE) for cosine in cosines(self.steps)]
        return Pieces(rates, even_lengths_ns(self.period, self.steps))


def cosines(steps: int) -> list[int]:
    """The whole numbers nearest to 2^62 * cos(2 pi k / steps), for k from 0 to steps - 1.

    The definition is exact: any arithmetic that gets the last digit right will do, here 50 decimal digits.
    """
    with localcontext(prec=_DIGITS):
        return [int((_cosine(2 * PI * number / steps) * _ONE).to_integral_value()) for number in range(steps)]


def _cosine(angle: Decimal) -> Decimal:
    term, total, even = Decimal(1), Decimal(0), 0
    while total + term != total:
        total += term
        even += 2
        term = -term * angle * angle / (even * (even - 1))
    return total
