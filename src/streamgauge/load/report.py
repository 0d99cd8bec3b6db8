"""What a sender did: how much, how fast, how late."""

from dataclasses import dataclass, field
from functools import cached_property

from streamgauge.load.lateness import Batches, Lateness


@dataclass(frozen=True)
class SendReport:
    """The outcome of one `send`."""

    first_event: int
    records: int
    start_ms: int  # wall time of the schedule's time 0
    elapsed_ns: int  # from there to the last hand-over
    is_paced: bool
    was_stopped: bool
    batches: Batches = field(repr=False, compare=False)

    @property
    def records_per_second(self) -> float:
        """The achieved rate."""
        return self.records / max(self.elapsed_ns, 1) * 1e9

    @cached_property
    def lateness(self) -> Lateness:
        """Lateness over all records; 0 without a schedule."""
        return Lateness.of(self.batches)
