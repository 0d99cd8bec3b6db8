"""What a run is doing now, for those who watch it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Status:
    """One moment of a trial; a figure that is not known is None."""

    phase: str
    engine: str
    trial: str
    elapsed_s: float | None = None
    planned_s: float | None = None
    offered_per_second: float | None = None
    outputs_per_second: float | None = None
    backlog: int | None = None
    latency_ms: float | None = None
    turn: str = ""  # which of how many trials


Show: TypeAlias = Callable[[Status], None]


def show_nothing(_: Status) -> None:
    """For those who do not want to watch."""
