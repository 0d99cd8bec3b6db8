"""A decision as a value: what switches, why, and the numbers it was made from."""

import math
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from streamgauge.engines.dual.observation import Paradigm


class Cause(Enum):
    """Why parts switch or stay. Those that keep a part in the data stream are in the order in which they are asked for."""

    SHORT = "no queue is longer than L_up"
    WAITING = "a queue is longer than L_up, but not for long enough to be more than a batch boundary"
    UNKNOWN = "a queue is longer than L_up, but the data stream has not shown yet what it can do"
    NO_GAIN = "a queue is longer than L_up, but K is near 1: the operation stream would be no faster"
    DRAINING = "a queue is longer than L_up, but worked off sooner than a switch there and back takes"
    BUSY = "the burst goes on"
    COOLING = "the last switch is too recent"
    TOO_MANY = "the last minute had as many switches as are allowed"
    BURST_AT_SOURCE = "a burst at the source"
    BURST_INSIDE = "a burst from inside the flow: the part before writes more records than it reads"
    BURST_OVER = "the burst is over"


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of one part at the moment of a decision; rates are in records per second."""

    part: int
    paradigm: Paradigm
    queue: int
    arrival_rate: float
    data_rate: float
    operation_rate: float
    capacity_ratio: float
    magnification: float
    switch_length: float
    up_length: float
    down_length: float
    above_s: float  # how long the queue has been longer than L_up
    calm_s: float  # how long the arrival rate has been below (1 - delta) * PD
    drain_s: float  # how long the data stream would take to be back at L_up; infinite where it cannot


@dataclass(frozen=True, slots=True)
class Decision:
    """Switch `parts` to a paradigm, or let all stay as they are (`to` is None). `part` is the part that it is due to."""

    time_s: float
    cause: Cause
    part: int
    figures: tuple[Figures, ...]
    to: Paradigm | None = None
    parts: tuple[int, ...] = ()

    @property
    def switches(self) -> bool:
        return self.to is not None

    def to_data(self) -> dict[str, Any]:
        """Plain data for the run's record; what is infinite is null there."""
        figures = [
            {name: None if value == math.inf else value for name, value in asdict(each).items()}
            | {"paradigm": each.paradigm.value}
            for each in self.figures
        ]
        to = self.to.value if self.to else None
        head = {"time_s": self.time_s, "cause": self.cause.name.lower(), "why": self.cause.value}
        return head | {"part": self.part, "to": to, "parts": list(self.parts), "figures": figures}

    def __str__(self) -> str:
        each = self.figures[self.part - 1]
        what = f"{_names(self.parts)} to the {self.to.value}" if self.to else "all stay"
        numbers = (
            f"part {self.part} has a queue of {each.queue:,}, L_up {each.up_length:,.0f}, L_down {each.down_length:,.0f}, "
            f"V {each.arrival_rate:,.0f}/s, PD {each.data_rate:,.0f}/s, K {each.capacity_ratio:.2f}"
        )
        return f"{what}: {self.cause.value} ({numbers})"


def _names(parts: tuple[int, ...]) -> str:
    return f"part {parts[0]}" if len(parts) == 1 else f"parts {', '.join(map(str, parts[:-1]))} and {parts[-1]}"
