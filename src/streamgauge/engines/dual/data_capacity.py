"""PD: what the data stream can process.

A capacity shows only while there is more to do than gets done. PD is the upper quartile of the last rates at which the part moved
while its queue outlasted what it did, and at least any rate that was seen; less the share of time in which nothing moves
though something waits, which it spends at batch boundaries.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from streamgauge.engines.dual.part_model import PartModel
from streamgauge.engines.dual.track import Track, last, length_s, processing_rate

SATURATED_S = 0.75  # the stretch that shows a capacity
SEEN_S = 2.0  # the stretch that shows a rate
KEPT_RATES = 32
BOUNDARIES_S = 30.0  # how far back boundaries count, roughly


@dataclass(frozen=True, slots=True)
class DataEvidence:
    """What the estimate rests on."""

    rates: tuple[float, ...] = ()
    watched_s: float = 0.0  # older time counts less
    stalled_s: float = 0.0  # of it


def learn_data_rate(model: PartModel, evidence: DataEvidence, steady: Track) -> tuple[PartModel, DataEvidence]:
    """What the track of a part in the data stream tells."""
    evidence = _with_rates(evidence, steady, known=model.data_rate.value)
    evidence = _with_boundaries(evidence, steady) if len(steady) > 1 else evidence
    if not evidence.rates:
        return model, evidence
    moving = 1 - evidence.stalled_s / evidence.watched_s
    return model.calibrated(data_rate=_upper_quartile(evidence.rates) * moving), evidence


def _with_rates(evidence: DataEvidence, steady: Track, known: float) -> DataEvidence:
    saturated, seen = last(steady, SATURATED_S), last(steady, SEEN_S)
    if length_s(saturated) >= SATURATED_S and _is_saturated(saturated):
        return replace(evidence, rates=(*evidence.rates, processing_rate(saturated))[-KEPT_RATES:])
    fastest = _upper_quartile(evidence.rates) if evidence.rates else known
    if length_s(seen) >= SEEN_S and processing_rate(seen) > fastest:
        return replace(evidence, rates=(processing_rate(seen),))
    return evidence


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


def _upper_quartile(numbers: Sequence[float]) -> float:
    return sorted(numbers)[3 * len(numbers) // 4]
