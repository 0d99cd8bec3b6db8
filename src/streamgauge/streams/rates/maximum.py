"""No schedule: every event as soon as the transport takes it."""

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, NoReturn

from streamgauge.errors import RequestError
from streamgauge.streams.rates.base import RateShape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Maximum(RateShape):
    """As fast as possible; an event's intended time is the time it is handed over."""

    name: ClassVar[str] = "max"
    example: ClassVar[str] = "max"
    formula: ClassVar[str] = "no event has an intended time of its own"
    is_paced: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.name

    def describe(self) -> str:
        return "as fast as possible"

    def intended_ns(self, start: int, count: int) -> "NDArray[np.int64]":  # noqa: ARG002
        self._refuse("intended times")

    def events_within(self, seconds: float) -> int:  # noqa: ARG002
        self._refuse("a number of events in a given time")

    def rate_at(self, seconds: float) -> float:  # noqa: ARG002
        return inf

    @property
    def peak_per_second(self) -> float:
        return inf

    def _refuse(self, wanted: str) -> NoReturn:
        raise RequestError(
            f"the rate max has no schedule, hence not {wanted}",
            where="rate max",
            fix="give a number of events, or a rate in events per second",
        )
