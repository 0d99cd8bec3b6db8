"""What CITY, TAXI and FIT have in common: three wire formats, and event times that follow the rate of the published stream."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.base import Stream
from streamgauge.streams.rates import parse_rate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from streamgauge.streams.iot.maker import Maker

WIRES = ("json", "csv", "senml")


@dataclass(frozen=True)
class Observations(Stream):
    """Events that are due as `rate` says, in an event time that runs `speed` times as fast."""

    base_ms: ClassVar[int]

    seed: int = 1
    wire: str = "json"
    rate: str = ""
    speed: int = 1_000

    def __post_init__(self) -> None:
        self._require_seed()
        self._require(self.wire in WIRES, "wire", " or ".join(WIRES))
        self._require(parse_rate(self.rate).is_paced, "rate", "a rate shape that says when events are due")
        self._require_whole("speed", 1, 1_000_000)

    @abstractmethod
    def _maker(self) -> "Maker": ...

    def records(self, start: int, count: int) -> list[bytes]:
        return self._maker().records(start, count)

    def event_times_ms(self, start: int, count: int) -> "NDArray[np.int64]":
        """The time in the records of the events `start` to `start + count - 1`: base + floor(due time * speed)."""
        return self._maker().event_times_ms(start, count)
