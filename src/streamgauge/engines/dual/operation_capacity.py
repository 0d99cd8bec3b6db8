"""PO, T and t_schedule: how fast and how long micro-batches are.

A batch is *long* at three times the shortest known, or at five seconds, which no fixed costs take: its time was spent on records.
PO is what three long batches in a row did beyond their fixed costs, and at least what any batch achieved. T and t_schedule come
from the last of the others: the middle of their lengths, and of what is left of these without the records' share. The first batch
after a start pays for the start, and is passed over.

A part may meet its first batches in a burst, where all of them are long. Those of a rehearsal come before that: the shortest of
them tells what short is. They hold too little to tell PO.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import median

from streamgauge.engines.dual.observation import Batch
from streamgauge.engines.dual.part_model import PartModel

LONG = 3.0  # times the shortest
LONG_S = 5.0
ENOUGH_LONG = 3
KEPT_SHORT = 5


@dataclass(frozen=True, slots=True)
class OperationEvidence:
    """What the estimates rest on."""

    batches: tuple[Batch, ...] = ()  # the last few
    short: tuple[Batch, ...] = ()  # the last that were not long
    shortest: Batch | None = None
    is_cold: bool = True  # no batch has ended since the part was started

    def is_long(self, batch: Batch) -> bool:
        is_longer = self.shortest is not None and batch.duration_s >= LONG * self.shortest.duration_s
        return is_longer or batch.duration_s >= LONG_S

    def seen(self, batch: Batch) -> "OperationEvidence":
        if self.is_cold:
            return replace(self, is_cold=False)
        return replace(self, batches=(*self.batches, batch)[-ENOUGH_LONG:]).with_short(batch)

    def with_short(self, batch: Batch) -> "OperationEvidence":
        """It counts unless it is long."""
        if self.is_long(batch):
            return self
        shortest = min(self.shortest or batch, batch, key=lambda each: each.duration_s)
        return replace(self, shortest=shortest, short=(*self.short, batch)[-KEPT_SHORT:])


def learn_from_batches(
    model: PartModel, evidence: OperationEvidence, ended: Iterable[Batch]
) -> tuple[PartModel, OperationEvidence]:
    """What batches of a part in the operation stream tell."""
    for batch in filter(_tells, ended):
        evidence = evidence.seen(batch)
        model = _learnt(model, evidence)
    return model, evidence


def learn_from_rehearsal(
    model: PartModel, evidence: OperationEvidence, ended: Iterable[Batch]
) -> tuple[PartModel, OperationEvidence]:
    """What the batches of a rehearsal tell: only the shortest of them. The others were cold, or beside a cold data stream."""
    if (shortest := min(filter(_tells, ended), key=lambda batch: batch.duration_s, default=None)) is not None:
        evidence = evidence.with_short(shortest)
    return _learnt(model, evidence), evidence


def _tells(batch: Batch) -> bool:
    return batch.records > 0 and batch.duration_s > 0


def _learnt(model: PartModel, evidence: OperationEvidence) -> PartModel:
    if (rate := _rate(model, evidence)) is not None:
        model = model.calibrated(operation_rate=rate)
    if evidence.short:
        schedule_s = median(batch.duration_s - batch.records / model.operation_rate.value for batch in evidence.short)
        model = model.calibrated(batch_s=median(batch.duration_s for batch in evidence.short), schedule_s=max(0.0, schedule_s))
    return model


def _rate(model: PartModel, evidence: OperationEvidence) -> float | None:
    """What the last batches tell of PO; None if nothing new."""
    batches = evidence.batches
    best = max((batch.records / batch.duration_s for batch in batches), default=0.0)
    if len(batches) == ENOUGH_LONG and all(map(evidence.is_long, batches)):
        fixed = evidence.shortest or Batch(0, min(model.schedule_s.value, LONG_S / 2))
        return max(best, median((batch.records - fixed.records) / (batch.duration_s - fixed.duration_s) for batch in batches))
    return best if best > model.operation_rate.value else None
