"""The same rate all the time."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.rates.base import RateShape, parameter
from streamgauge.streams.rates.kinds import RATE, nanoseconds
from streamgauge.streams.rates.pieces import even_times_ns, events_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Constant(RateShape):
    """`rate` events per second, evenly spaced.

    >>> Constant(3).intended_ns(0, 4).tolist()
    [0, 333333333, 666666666, 1000000000]
    """

    name: ClassVar[str] = "constant"
    example: ClassVar[str] = "2000"
    formula: ClassVar[str] = "event i is due at floor(i * 10^9 / rate)"

    rate: int = parameter(RATE)

    def __str__(self) -> str:
        return str(self.rate)

    def describe(self) -> str:
        return f"{self.rate} events/s"

    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":
        import numpy as np

        return even_times_ns(np.arange(start, start + count), self.rate)

    def events_within(self, seconds: float) -> int:
        return events_in(nanoseconds(seconds), self.rate)

    def rate_at(self, seconds: float) -> float:  # noqa: ARG002
        return self.rate

    @property
    def peak_per_second(self) -> float:
        return self.rate
