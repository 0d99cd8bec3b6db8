"""A latency as a workload's origin defines it, to stand beside ours: the published figures mean this one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from streamgauge.flow.answer import Identity
from streamgauge.workloads.properties import Values


@dataclass(frozen=True, slots=True)
class Timetable:
    """When the events of a run were due, on the wall clock: those from `first_event` up to, not including, `end_event`."""

    due_ms: Callable[[int], int]
    first_event: int
    end_event: int
    warm_from_ms: int

    def holds(self, events: range) -> bool:
        """Were all these events due in the measured part of the run?"""
        is_scheduled = self.first_event <= events.start and events.stop <= self.end_event
        return is_scheduled and self.due_ms(events.start) >= self.warm_from_ms


class OwnSample(NamedTuple):
    """One measured time, from and to, in milliseconds since 1970; it may be negative."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class OwnLatency:
    """Its name, its definition in words, and how it follows from when each row of the answer was last appended."""

    name: str
    definition: str
    measure: Callable[[Values, Mapping[Identity, int], Timetable], list[OwnSample]]

    def to_data(self) -> dict[str, str]:
        return {"name": self.name, "definition": self.definition}
