"""A calm rate with bursts in it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.rates.base import RateShape, parameter
from streamgauge.streams.rates.kinds import RATE, Seconds, Several, Whole, nanoseconds
from streamgauge.streams.rates.pieces import FOREVER_NS, Pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Bursts(RateShape):
    """`calm` events per second, but `burst` in `count` bursts of `length` seconds, `gap` seconds apart.

    Burst k has the k-th height; heights start over when there are more bursts than heights. Without `count` there is one
    burst for each height. After the last one it stays calm.

    >>> Bursts(calm=10, burst=(100, 200), start=1, length=1, gap=2).events_within(5)
    330
    """

    name: ClassVar[str] = "bursts"
    example: ClassVar[str] = "bursts:calm=2000,burst=20000/50000,start=10,length=30,gap=20"
    formula: ClassVar[str] = (
        "pieces: calm for start; then, count times, burst for length and calm for gap; the last calm has no end"
    )

    calm: int = parameter(RATE)
    burst: tuple[int, ...] = parameter(Several(RATE))
    start: float = parameter(Seconds(above_zero=False))
    length: float = parameter(Seconds())
    gap: float = parameter(Seconds(above_zero=False))
    count: int | None = parameter(Whole(1, 1000), default=None)

    def describe(self) -> str:
        heights = " and ".join(map(str, self.burst))
        return (
            f"{self.calm} events/s, with {self._bursts} bursts of {heights} events/s, "
            f"each for {self.length} s, the first after {self.start} s, {self.gap} s apart"
        )

    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":
        import numpy as np

        return self._pieces.times_ns(np.arange(start, start + count))

    def events_within(self, seconds: float) -> int:
        return self._pieces.events_before(nanoseconds(seconds))

    def rate_at(self, seconds: float) -> float:
        return self._pieces.rate_at(nanoseconds(seconds))

    @property
    def peak_per_second(self) -> float:
        return self._pieces.highest_rate

    @property
    def _bursts(self) -> int:
        return self.count or len(self.burst)

    @cached_property
    def _pieces(self) -> Pieces:
        heights = [self.burst[number % len(self.burst)] for number in range(self._bursts)]
        rates = [self.calm, *(rate for height in heights for rate in (height, self.calm))]
        lengths_ns = [nanoseconds(self.start), *[nanoseconds(self.length), nanoseconds(self.gap)] * len(heights)]
        return Pieces(rates, [*lengths_ns[:-1], FOREVER_NS])
