"""The event time of every event number."""

import numpy as np

from streamgauge.streams.nexmark.draws.java_random import Numbers
from streamgauge.streams.nexmark.pace import Pace


class Timeline:
    """Paces from a base time on, repeated for ever."""

    def __init__(self, base_ms: int, paces: tuple[Pace, ...]) -> None:
        self._base_ms = base_ms
        self._cycle_events = sum(pace.events for pace in paces)
        self._cycle_ms = sum(pace.length_ms for pace in paces)
        self._starts = _sums_before([pace.events for pace in paces])
        self._starts_ms = _sums_before([pace.length_ms for pace in paces])
        self._ms = np.array([pace.ms for pace in paces])
        self._per_events = np.array([pace.per_events for pace in paces])

    def times_ms(self, numbers: Numbers) -> Numbers:
        """When the events with these numbers happen, in milliseconds since the epoch."""
        cycles, rest = np.divmod(numbers, self._cycle_events)
        times: Numbers = cycles * self._cycle_ms + self._base_ms
        if len(self._starts) == 1:
            times += rest * int(self._ms[0]) // int(self._per_events[0])
            return times
        paces = np.searchsorted(self._starts, rest, side="right") - 1
        rest -= self._starts[paces]
        times += self._starts_ms[paces] + rest * self._ms[paces] // self._per_events[paces]
        return times


def _sums_before(values: list[int]) -> Numbers:
    return np.cumsum([0, *values[:-1]])
