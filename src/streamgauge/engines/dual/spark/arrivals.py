"""Where records arrive: how far the partitions of an input went at the last look, and which of them get any."""

import math
import time
from collections.abc import Callable

LATELY_S = 1.0


class Arrivals:
    """One input."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._grown_s: dict[int, float] = {}  # when each partition was seen to have got records
        self.ends: tuple[int, ...] = ()  # at the last look; none if that is too long ago to be of use

    def seen(self, ends: tuple[int, ...]) -> None:
        before = dict(enumerate(self.ends))
        self._grown_s |= {number: self._clock() for number, end in enumerate(ends) if end > before.get(number, end)}
        self.ends = ends

    def forget(self) -> None:
        """The ends are those of a while ago: what has come since may have been read as well."""
        self.ends = ()

    @property
    def are_everywhere(self) -> bool:
        """Have all partitions got records lately, as far as is known?"""
        since_s = self._clock() - LATELY_S
        return all(self._grown_s.get(number, -math.inf) > since_s for number in range(len(self.ends)))
