"""The one place where the two paradigms differ for Spark: the trigger."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MicroBatch:
    """A batch every so many seconds; 0 means as soon as the last one is done."""

    interval_s: float

    def apply(self, writer: Any) -> Any:
        return writer.trigger(processingTime=f"{round(self.interval_s * 1000)} milliseconds")


@dataclass(frozen=True, slots=True)
class RealTime:
    """Record at a time; the batch length is the checkpoint interval, not the latency."""

    batch_s: float

    def apply(self, writer: Any) -> Any:
        return writer.trigger(realTime=f"{round(self.batch_s * 1000)} milliseconds")
