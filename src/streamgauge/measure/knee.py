"""The knee: the rate up to which latency stays what it is, and beyond which it runs away."""

from collections.abc import Sequence
from dataclasses import dataclass

TIMES_LEAST = 3.0


@dataclass(frozen=True, slots=True)
class Knee:
    """Between which of the offered rates the knee lies; an end that was not reached is None."""

    low: float | None
    high: float | None

    def to_data(self) -> dict[str, float | None]:
        return {"low": self.low, "high": self.high}


def find_knee(latency_ms: Sequence[tuple[float, float | None]]) -> Knee:
    """From offered rates and a latency at each, infinite where the engine was given up; where it is None nothing is known.

    The knee lies above the highest rate up to which no latency is more than three times the least of all, and below the
    next rate offered.

    >>> find_knee([(1000, 10.0), (2000, 12.0), (4000, 25.0), (8000, 900.0)])
    Knee(low=4000, high=8000)
    """
    known = sorted((rate, value) for rate, value in latency_ms if value is not None)
    below: float | None = None
    for rate, value in known:
        if value > TIMES_LEAST * min(each for _, each in known):
            return Knee(below, rate)
        below = rate
    return Knee(below, None)
