"""PO, T and t_schedule: how fast and how long micro-batches are.

A batch takes t_schedule + records / PO, so batches of unlike sizes tell both. *Large* is one of four times the records and twice
the length of the quickest small one, or of five seconds, which no fixed costs take. *Small* are the last five that are neither
large nor three times as long as the shortest of the last twenty.

- Where large ones were among the last batches, and enough of these were unlike: the line through them, by the middle of the
  slopes of all unlike pairs, which one odd batch does not turn.
- Else PO is what three large ones in a row did beyond the quickest small one, divided by the time it took, for fewer could be
  slow by chance; and t_schedule is the least that a small one took beyond its records.

PO is at least what any batch achieved. T is the middle of the small ones' lengths, and no longer than the line has it. The first
batch after a start pays for the start, and is passed over.

A part may meet its first batches in a burst, where all of them are large. Those of a rehearsal come before that: the shortest of
them is the first small one. It ran beside the data stream, so it is not on the line.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median
from typing import NamedTuple

from streamgauge.engines.dual.observation import Batch
from streamgauge.engines.dual.part_model import PartModel

LONG = 3.0  # times the shortest lately
LONG_S = 5.0
LARGE = 4.0  # times the records of a small one
LONGER = 2.0  # times its length: less could be chance
ENOUGH_LARGE = 3
KEPT_SMALL = 5
KEPT = 8
LATELY = 20  # batches: as state grows, the shortest ever is long past
UNLIKE = 1.5  # times the records
ENOUGH_PAIRS = 3


class Line(NamedTuple):
    """What a batch takes in any case, and how many records a second it does beyond that."""

    fixed_s: float
    rate: float


@dataclass(frozen=True, slots=True)
class OperationEvidence:
    """What the estimates rest on."""

    batches: tuple[Batch, ...] = ()  # the last few
    small: tuple[Batch, ...] = ()  # the last that were
    large: tuple[Batch, ...] = ()  # the last that were, enough of them in a row
    lengths_s: tuple[float, ...] = ()  # of the last batches of any size
    is_cold: bool = True  # no batch has ended since the part was started

    @property
    def quickest(self) -> Batch | None:
        """Of the small ones lately."""
        return min(self.small, key=_length_s, default=None)

    def seen(self, batch: Batch) -> "OperationEvidence":
        if self.is_cold:
            return replace(self, is_cold=False)
        seen = replace(self.with_length(batch), batches=(*self.batches, batch)[-KEPT:])
        in_a_row = seen.batches[-ENOUGH_LARGE:]
        if len(in_a_row) == ENOUGH_LARGE and all(map(self.is_large, in_a_row)):
            return replace(seen, large=in_a_row)
        return seen if self.is_large(batch) or seen.is_long(batch) else seen.with_small(batch)

    def rehearsed(self, shortest: Batch) -> "OperationEvidence":
        return self.with_length(shortest).with_small(shortest)

    def with_length(self, batch: Batch) -> "OperationEvidence":
        return replace(self, lengths_s=(*self.lengths_s, batch.duration_s)[-LATELY:])

    def with_small(self, batch: Batch) -> "OperationEvidence":
        return replace(self, small=(*self.small, batch)[-KEPT_SMALL:])

    def is_large(self, batch: Batch) -> bool:
        small = self.quickest
        is_larger = small and batch.records >= LARGE * small.records and batch.duration_s >= LONGER * small.duration_s
        return bool(is_larger) or batch.duration_s >= LONG_S

    def fixed(self, model: PartModel) -> Batch:
        """What large ones are set against: the quickest small one, or no records if those are hardly longer than it."""
        if self.quickest and all(batch.duration_s >= LONGER * self.quickest.duration_s for batch in self.large):
            return self.quickest
        return Batch(0, min(model.schedule_s.value, LONG_S / LONGER))

    def line(self) -> Line | None:
        """Through the last batches; None if they tell nothing of what records cost."""
        return _line(self.batches) if sum(map(self.is_large, self.batches)) >= ENOUGH_LARGE - 1 else None

    def is_long(self, batch: Batch) -> bool:
        return batch.duration_s >= LONG * min(self.lengths_s)


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
        evidence = evidence.rehearsed(shortest)
    return _learnt(model, evidence), evidence


def _tells(batch: Batch) -> bool:
    return batch.records > 0 and batch.duration_s > 0


def _length_s(batch: Batch) -> float:
    return batch.duration_s


def _learnt(model: PartModel, evidence: OperationEvidence) -> PartModel:
    line, small = evidence.line(), evidence.small
    if (rate := _rate(model, evidence, line)) is not None:
        model = model.calibrated(operation_rate=rate)
    if not small:
        return model
    batch_s, per_record_s = median(map(_length_s, small)), 1 / model.operation_rate.value
    fixed_s = max(0.0, min(batch.duration_s - batch.records * per_record_s for batch in small))
    if line is not None:
        fixed_s = min(fixed_s, line.fixed_s)
        batch_s = min(batch_s, fixed_s + min(batch.records for batch in small) * per_record_s)
    return model.calibrated(batch_s=batch_s, schedule_s=fixed_s)


def _rate(model: PartModel, evidence: OperationEvidence, line: Line | None) -> float | None:
    """What the last batches tell of PO; None if nothing new."""
    best = max((batch.records / batch.duration_s for batch in evidence.batches), default=0.0)
    if line is not None:
        return max(best, line.rate)
    if evidence.large and all(map(evidence.is_large, evidence.large)):  # beside the small ones that are known now
        fixed = evidence.fixed(model)
        beyond = [(batch.records - fixed.records) / (batch.duration_s - fixed.duration_s) for batch in evidence.large]
        return max(best, median(beyond))
    return best if best > model.operation_rate.value else None


def _line(batches: Sequence[Batch]) -> Line | None:
    """Through batches of unlike sizes; None if there are too few, or if those of more records are no longer.

    >>> _line([Batch(10_000, 0.9), Batch(20_000, 1.4), Batch(30_000, 1.9), Batch(40_000, 9.9)])
    Line(fixed_s=0.4, rate=20000.0)
    """
    pairs = [sorted(pair, key=lambda batch: batch.records) for pair in combinations(batches, 2)]
    slopes = [
        (more.duration_s - fewer.duration_s) / (more.records - fewer.records)
        for fewer, more in pairs
        if more.records >= UNLIKE * fewer.records
    ]
    if len(slopes) < ENOUGH_PAIRS or (per_record_s := median(slopes)) <= 0:
        return None
    fixed_s = median(batch.duration_s - batch.records * per_record_s for batch in batches)
    return Line(round(max(0.0, fixed_s), 6), round(1 / per_record_s, 3))
