"""How far another machine's clock is ahead of ours, from exchanges with it.

An exchange has three times: ours when the question was sent, the other's when it was taken note of, in whole milliseconds,
and ours when the answer had come. So the other clock is ahead by something between two bounds; all exchanges together give
the closest ones. Where they contradict each other, because clocks drift or several answered, the error says how far.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Exchange: TypeAlias = tuple[float, int, float]


@dataclass(frozen=True, slots=True)
class ClockOffset:
    """By how many milliseconds another clock is ahead, and how far that may be off."""

    offset_ms: float
    error_ms: float

    @property
    def correction_ms(self) -> int:
        """What is taken off the other clock's times: nothing if the clocks may well agree."""
        return 0 if abs(self.offset_ms) <= self.error_ms else round(self.offset_ms)

    def to_data(self) -> dict[str, Any]:
        return {"offset": round(self.offset_ms, 3), "error": round(self.error_ms, 3)}


NO_OFFSET = ClockOffset(0.0, 0.0)


def clock_offset(exchanges: Sequence[Exchange]) -> ClockOffset:
    """The offset that all exchanges agree on.

    >>> clock_offset([(100.0, 600, 103.0), (200.0, 702, 202.5)])
    ClockOffset(offset_ms=500.25, error_ms=0.75)
    """
    low = max(noted - answered for _, noted, answered in exchanges)
    high = min(noted + 1 - sent for sent, noted, _ in exchanges)
    return ClockOffset((low + high) / 2, abs(high - low) / 2)
