"""The model's values learnt from the running pipeline.

- PD: see `data_capacity`. PO, T, t_schedule: see `operation_capacity`. K and C follow from them.
- V: arrivals over the last two seconds. V(calm): its slow average while the data stream keeps up.
- lambda: records written over records processed, in the paradigm that the part is in.
- t_trans: what a known latency has beyond the model's other terms, averaged slowly. It is measured where there are several parts.
- t_switch: what the last switch took.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from streamgauge.engines.dual.data_capacity import DataEvidence, learn_data_rate
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Batch, Observation, Paradigm
from streamgauge.engines.dual.operation_capacity import OperationEvidence, learn_from_batches, learn_from_rehearsal
from streamgauge.engines.dual.part_model import PartModel
from streamgauge.engines.dual.track import Track, arrival_rate, last, length_s, steady

RATE_S = 2.0  # the stretch over which arrivals are taken
KEPT_S = 10.0  # how far back observations are kept
SLOW_S = 30.0  # time constant of slow averages
ENOUGH_RECORDS = 100  # to tell a magnification
ENOUGH_S = 1.0
ENOUGH_BATCHES = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the estimates of one part rest on."""

    data: DataEvidence = field(default_factory=DataEvidence)
    operation: OperationEvidence = field(default_factory=OperationEvidence)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The model so far, and what it was learnt from."""

    model: Model
    evidence: tuple[Evidence, ...]
    recent: tuple[Observation, ...] = ()

    @classmethod
    def of(cls, model: Model) -> "Calibration":
        return cls(model, (Evidence(),) * len(model.parts))

    def seen(self, observation: Observation) -> "Calibration":
        """The calibration after one more observation."""
        kept = (each for each in self.recent[:-1] if each.time_s > observation.time_s - KEPT_S)
        recent = (*kept, *self.recent[-1:], observation)
        learnt = []
        for index, (model, evidence) in enumerate(zip(self.model.parts, self.evidence, strict=True)):
            track = [(each.time_s, each.parts[index]) for each in recent]
            learnt.append(_learn(model, evidence, track))
        models, evidences = zip(*learnt, strict=True)
        return Calibration(Model(models), evidences, recent)

    def switched(self, number: int, gap_s: float) -> "Calibration":
        """The calibration after a switch of a part during which nothing came out for so long."""
        parts = list(self.model.parts)
        parts[number - 1] = parts[number - 1].calibrated(switch_s=gap_s)
        return replace(self, model=Model(tuple(parts)))

    def rehearsed(self, number: int, batches: Iterable[Batch]) -> "Calibration":
        """The calibration after a part's operation stream was tried beside its data stream, in batches of few records."""
        parts, evidence = list(self.model.parts), list(self.evidence)
        part, before = parts[number - 1], evidence[number - 1]
        parts[number - 1], operation = learn_from_rehearsal(part, before.operation, batches)
        evidence[number - 1] = replace(before, operation=operation)
        return replace(self, model=Model(tuple(parts)), evidence=tuple(evidence))


def _learn(model: PartModel, evidence: Evidence, track: Track) -> tuple[PartModel, Evidence]:
    if length_s(track) > 0:
        model = model.calibrated(arrival_rate=max(0.0, arrival_rate(last(track, RATE_S))))
    running = steady(track)
    if not running or running[-1][1].paradigm is Paradigm.DATA:
        evidence = replace(evidence, operation=replace(evidence.operation, is_cold=True))
    if not running:
        return model, evidence
    now = running[-1][1]
    if now.paradigm is Paradigm.DATA:
        model, data = learn_data_rate(model, evidence.data, running)
        model, evidence = _learn_calm_rate(model, running), replace(evidence, data=data)
    else:
        model, operation = learn_from_batches(model, evidence.operation, now.batches)
        evidence = replace(evidence, operation=operation)
    return _learn_transmission(_learn_magnification(model, running), running), evidence


def _learn_calm_rate(model: PartModel, running: Track) -> PartModel:
    rate, calm = model.arrival_rate.value, model.calm_rate
    if length_s(running) < RATE_S or running[-1][1].queue >= model.down_length or rate >= model.calm_limit:
        return model
    return model.calibrated(calm_rate=_average(calm.value, rate, running) if calm.is_known else rate)


def _learn_magnification(model: PartModel, running: Track) -> PartModel:
    """Over so long that a batch still under way does not matter."""
    (_, first), (_, now) = running[0], running[-1]
    processed, written = now.processed - first.processed, now.written - first.written
    enough_s = ENOUGH_S if now.paradigm is Paradigm.DATA else ENOUGH_BATCHES * model.batch_s.value
    if length_s(running) < enough_s or processed < ENOUGH_RECORDS or written < 0:
        return model
    return model.calibrated(magnification=written / processed)


def _learn_transmission(model: PartModel, running: Track) -> PartModel:
    """Only in calm: what a backlog adds to a latency is no transmission."""
    now = running[-1][1]
    if now.latency_s is None or now.queue >= model.down_length or model.arrival_rate.value >= model.calm_limit:
        return model
    if now.paradigm is Paradigm.DATA:
        known = model.data_transmission_s.value
        rest = now.latency_s - (model.data_latency_s(now.queue) - known)
        return model.calibrated(data_transmission_s=_average(known, max(0.0, rest), running))
    known = model.operation_transmission_s.value
    rest = now.latency_s - (model.operation_latency_s - known)
    return model.calibrated(operation_transmission_s=_average(known, max(0.0, rest), running))


def _average(before: float, now: float, track: Track) -> float:
    """A slow average, moved towards `now` by as much as the time since the last observation is worth."""
    return before + (now - before) * -math.expm1(-length_s(track[-2:]) / SLOW_S)
