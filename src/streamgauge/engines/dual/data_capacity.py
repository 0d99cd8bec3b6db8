"""PD: what the data stream can process.

A capacity shows only while there is more to do than gets done. PD is the upper quartile of the last rates at which the part moved
while its queue outlasted what it did, and at least any rate that was seen; less the share of time in which nothing moves
though something waits, which it spends at batch boundaries.

A part with a shuffle takes in records faster than it processes them until its buffers are full, so short stretches promise too
much. Once its queue has not run out for long, what was processed meanwhile tells which share of the promise is kept; a load
that it bears for as long without a queue shows that it is more.

A part that has never kept up since its start may be overloaded, or may still be cold: what it does then can raise PD, but not
lower it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from streamgauge.engines.dual.part_model import PartModel
from streamgauge.engines.dual.track import Track, last, length_s, processing_rate

SATURATED_S = 0.75  # the stretch that shows a capacity
SEEN_S = 2.0  # the stretch that shows a rate
SUSTAINED_S = 8.0  # the stretch that shows what is kept, buffers and batch boundaries included
KEPT_RATES = 32
BOUNDARIES_S = 30.0  # how far back boundaries count, roughly
LONGEST_BOUNDARY_S = 2.0  # a part that stands still for longer is stuck, which tells nothing of what it can do
LEAST_MOVING = 0.5  # the share of time: likewise


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time during which the queue did not run out. A batch boundary does not end it, getting stuck does."""

    begin_s: float
    processed: int  # at the begin
    moved_s: float  # when something was processed last


@dataclass(frozen=True, slots=True)
class DataEvidence:
    """What the estimate rests on."""

    rates: tuple[float, ...] = ()
    is_shown: bool = False  # was there ever more to do than got done?
    watched_s: float = 0.0  # older time counts less
    stalled_s: float = 0.0  # of it
    stretch: Stretch | None = None  # up to now
    kept: float = 1.0  # what the last long stretch showed, as a share of what short ones promised

    @property
    def promised_rate(self) -> float:
        return _upper_quartile(self.rates) * max(LEAST_MOVING, 1 - self.stalled_s / self.watched_s)


def learn_data_rate(model: PartModel, evidence: DataEvidence, steady: Track) -> tuple[PartModel, DataEvidence]:
    """What the track of a part in the data stream tells."""
    if steady[-1][1].is_unproven:
        faster = _faster_rate(steady, than=model.data_rate.value)
        return model if faster is None else model.at_least(data_rate=faster), DataEvidence()
    evidence = _with_rates(evidence, steady, known=model.data_rate.value)
    evidence = _with_boundaries(evidence, steady) if len(steady) > 1 else evidence
    stretch = _unbroken(evidence.stretch, steady)
    evidence = replace(evidence, stretch=stretch)
    if not evidence.rates:
        return model, evidence
    evidence = replace(evidence, kept=_share_kept(evidence, stretch, steady))
    rate = evidence.promised_rate * evidence.kept
    return model.calibrated(data_rate=rate) if evidence.is_shown else model.at_least(data_rate=rate), evidence


def _with_rates(evidence: DataEvidence, steady: Track, known: float) -> DataEvidence:
    saturated = last(steady, SATURATED_S)
    if length_s(saturated) >= SATURATED_S and _is_saturated(saturated):
        earlier = evidence.rates if evidence.is_shown else ()
        return replace(evidence, rates=(*earlier, processing_rate(saturated))[-KEPT_RATES:], is_shown=True)
    faster = _faster_rate(steady, than=_upper_quartile(evidence.rates) if evidence.rates else known)
    return evidence if faster is None else replace(evidence, rates=(faster,), kept=1.0)


def _faster_rate(steady: Track, than: float) -> float | None:
    """The rate that was seen just now; None if it is no faster."""
    seen = last(steady, SEEN_S)
    if length_s(seen) < SEEN_S or processing_rate(seen) <= than:
        return None
    return processing_rate(seen)


def _is_saturated(track: Track) -> bool:
    """Did the part move all the time, and was there always more to do than it did?"""
    moves = [(now.processed - before.processed, now.queue) for (_, before), (_, now) in pairwise(track)]
    return all(0 < moved <= queue for moved, queue in moves)


def _with_boundaries(evidence: DataEvidence, steady: Track) -> DataEvidence:
    (_, before), (_, now) = steady[-2:]
    step_s = length_s(steady[-2:])
    is_stalled = before.queue > 0 and now.processed == before.processed
    kept = math.exp(-step_s / BOUNDARIES_S)
    return replace(
        evidence,
        watched_s=evidence.watched_s * kept + step_s,
        stalled_s=evidence.stalled_s * kept + (step_s if is_stalled else 0.0),
    )


def _unbroken(stretch: Stretch | None, steady: Track) -> Stretch:
    """The stretch up to now: the one so far, or one that begins."""
    now_s, now = steady[-1]
    if stretch is not None and len(steady) > 1 and now_s - stretch.moved_s <= LONGEST_BOUNDARY_S:
        moved = now.processed - steady[-2][1].processed
        if 0 <= moved <= now.queue:
            return replace(stretch, moved_s=now_s) if moved else stretch
    return Stretch(now_s, now.processed, now_s)


def _share_kept(evidence: DataEvidence, stretch: Stretch, steady: Track) -> float:
    """What a long stretch shows. What was processed lately, however little waited, is kept in any case."""
    now_s, now = steady[-1]
    kept, seconds, lately = evidence.kept, now_s - stretch.begin_s, last(steady, SUSTAINED_S)
    if seconds >= SUSTAINED_S:
        kept = (now.processed - stretch.processed) / seconds / evidence.promised_rate
    if length_s(lately) >= SUSTAINED_S:
        kept = max(kept, processing_rate(lately) / evidence.promised_rate)
    return min(1.0, kept)


def _upper_quartile(numbers: Sequence[float]) -> float:
    return sorted(numbers)[3 * len(numbers) // 4]
