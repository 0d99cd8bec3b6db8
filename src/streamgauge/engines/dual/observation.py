"""What is seen of a running pipeline at one moment: plain counts, and which paradigm each part is in."""

from dataclasses import dataclass
from enum import Enum


class Paradigm(Enum):
    """How a part processes its records."""

    DATA = "data stream"  # record at a time: low latency
    OPERATION = "operation stream"  # micro-batch: high throughput


@dataclass(frozen=True, slots=True)
class Batch:
    """A micro-batch that has ended: the records it took in, and how long it took from its trigger on."""

    records: int
    duration_s: float


@dataclass(frozen=True, slots=True)
class PartObservation:
    """One part. Counts are totals since the pipeline's first start; `processed` goes back when a restart replays records.

    `processed` is the position that the part's consumers have reached in its input, whatever has come out of it: a filter that
    passes nothing has no queue.
    """

    paradigm: Paradigm
    arrived: int  # records in its input topic
    processed: int
    committed: int  # the position at which a restart begins
    written: int  # records in its output topic
    is_switching: bool = False  # from the decision to switch until it processes again
    batches: tuple[Batch, ...] = ()  # that have ended since the last observation; micro-batches only
    latency_s: float | None = None  # of what it wrote last, from its input to its output, where that is known
    is_new: bool = False  # so young that its code is still being compiled
    is_unproven: bool = False  # it has not kept up with its input yet, which may be because it is still cold

    @property
    def is_settling(self) -> bool:
        """Is it too early to judge it?"""
        return self.is_new or self.is_switching

    @property
    def queue(self) -> int:
        """L: the records that wait."""
        return max(0, self.arrived - self.processed)

    @property
    def uncommitted(self) -> int:
        """What would wait after a switch: the queue, and what would be replayed."""
        return max(0, self.arrived - self.committed)


@dataclass(frozen=True, slots=True)
class Observation:
    """All parts at one moment, in the order in which records pass them."""

    time_s: float  # of a clock that never goes back
    parts: tuple[PartObservation, ...]
