"""PO, T and t_schedule: how fast and how long micro-batches are.

A batch takes t_schedule + records / PO, so a small and a large one together tell both. *Large* is a batch of four times the
records and twice the length of the quickest small one, or of five seconds, which no fixed costs take. Three large ones in a row
tell PO, for fewer could be slow by chance: the middle of what they did beyond the quickest small one, divided by the time it
took. What any batch achieved is the least that PO can be. *Small* are the last five that are neither large nor three times as
long as the shortest known. T is the middle of their lengths, t_schedule the least that one of them took beyond its share. The
first batch after a start pays for the start, and is passed over.

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
LARGE = 4.0  # times the records of a small one
LONGER = 2.0  # times its length: less could be chance
ENOUGH_LARGE = 3
KEPT_SMALL = 5


@dataclass(frozen=True, slots=True)
class OperationEvidence:
    """What the estimates rest on."""

    batches: tuple[Batch, ...] = ()  # the last few
    small: tuple[Batch, ...] = ()  # the last that were
    large: tuple[Batch, ...] = ()  # the last that were large, enough of them in a row
    shortest: Batch | None = None
    is_cold: bool = True  # no batch has ended since the part was started

    @property
    def quickest(self) -> Batch | None:
        """Of the small ones lately."""
        return min(self.small, key=_length_s, default=None)

    def seen(self, batch: Batch) -> "OperationEvidence":
        if self.is_cold:
            return replace(self, is_cold=False)
        seen = replace(self, batches=(*self.batches, batch)[-ENOUGH_LARGE:])
        if len(seen.batches) == ENOUGH_LARGE and all(map(self.is_large, seen.batches)):
            return replace(seen, large=seen.batches)
        return seen if self.is_large(batch) or self._is_long(batch) else seen.with_small(batch)

    def with_small(self, batch: Batch) -> "OperationEvidence":
        shortest = min(self.shortest or batch, batch, key=_length_s)
        return replace(self, shortest=shortest, small=(*self.small, batch)[-KEPT_SMALL:])

    def is_large(self, batch: Batch) -> bool:
        small = self.quickest
        is_larger = small and batch.records >= LARGE * small.records and batch.duration_s >= LONGER * small.duration_s
        return bool(is_larger) or batch.duration_s >= LONG_S

    def fixed(self, model: PartModel) -> Batch:
        """What large ones are set against: the quickest small one, or no records if those are hardly longer than it."""
        if self.quickest and all(batch.duration_s >= LONGER * self.quickest.duration_s for batch in self.large):
            return self.quickest
        return Batch(0, min(model.schedule_s.value, LONG_S / LONGER))

    def _is_long(self, batch: Batch) -> bool:
        return self.shortest is not None and batch.duration_s >= LONG * self.shortest.duration_s


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
    if (shortest := min(filter(_tells, ended), key=_length_s, default=None)) is not None:
        evidence = evidence.with_small(shortest)
    return _learnt(model, evidence), evidence


def _tells(batch: Batch) -> bool:
    return batch.records > 0 and batch.duration_s > 0


def _length_s(batch: Batch) -> float:
    return batch.duration_s


def _learnt(model: PartModel, evidence: OperationEvidence) -> PartModel:
    if (rate := _rate(model, evidence)) is not None:
        model = model.calibrated(operation_rate=rate)
    if evidence.small:
        schedule_s = min(batch.duration_s - batch.records / model.operation_rate.value for batch in evidence.small)
        model = model.calibrated(batch_s=median(map(_length_s, evidence.small)), schedule_s=max(0.0, schedule_s))
    return model


def _rate(model: PartModel, evidence: OperationEvidence) -> float | None:
    """What the last batches tell of PO; None if nothing new."""
    best = max((batch.records / batch.duration_s for batch in evidence.batches), default=0.0)
    if evidence.large and all(map(evidence.is_large, evidence.large)):  # beside the small ones that are known now
        fixed = evidence.fixed(model)
        beyond = [(batch.records - fixed.records) / (batch.duration_s - fixed.duration_s) for batch in evidence.large]
        return max(best, median(beyond))
    return best if best > model.operation_rate.value else None
