"""One part at the moment of a decision: the questions that are asked of it."""

from dataclasses import dataclass

from streamgauge.engines.dual.decision import Cause, Figures
from streamgauge.engines.dual.memory import PartMemory
from streamgauge.engines.dual.observation import Paradigm, PartObservation
from streamgauge.engines.dual.part_model import PartModel
from streamgauge.engines.dual.policy import Policy

SHOWN_S = 5.0  # by then a part that can move has shown what it can do. Only the data stream shows it: without it no way back
SOON_S, LATE_S = 5.0, 60.0  # how long the data stream may need to recover from the way back: at first, and at the most
USUAL_BATCHES = 3  # of what arrives now may be given back in the end: one under way, what has come since, and some chance


@dataclass(frozen=True, slots=True)
class Situation:
    """A part at one moment: what is seen, known and remembered of it."""

    number: int
    now_s: float
    seen: PartObservation
    model: PartModel
    memory: PartMemory
    policy: Policy

    @property
    def may_rise(self) -> bool:
        """Could it go to the operation stream?"""
        return not (self.model.is_fixed or self.seen.is_settling) and self.seen.paradigm is Paradigm.DATA

    @property
    def is_raised(self) -> bool:
        """Is it in the operation stream, and could it leave?"""
        return not self.model.is_fixed and self.seen.paradigm is Paradigm.OPERATION

    @property
    def is_cooling(self) -> bool:
        switched_s = self.memory.switched_s
        return self.seen.is_switching or (switched_s is not None and self.now_s - switched_s < self.policy.cool_down_s)

    @property
    def above_s(self) -> float:
        return 0.0 if self.memory.above_since_s is None else self.now_s - self.memory.above_since_s

    @property
    def calm_s(self) -> float:
        return 0.0 if self.memory.calm_since_s is None else self.now_s - self.memory.calm_since_s

    @property
    def is_calm(self) -> bool:
        """Has the burst passed?"""
        return (
            self.memory.calm_since_s is not None
            and self.calm_s >= self.policy.hold_s
            and self.seen.queue < self.model.down_length
            and (self._recovers or self.memory.has_waited(self.now_s, self.seen.paradigm))
        )

    @property
    def _recovers(self) -> bool:
        """Would the data stream soon come to rest? With a load near its capacity that takes as long as it takes, but what is left
        of a burst is never given back: the batch that holds it ends, and the next one is short."""
        usual = USUAL_BATCHES * self.model.arrival_rate.value * self.model.batch_s.value
        return self._recovery_s <= SOON_S or (self._recovery_s <= min(self.calm_s, LATE_S) and self.seen.uncommitted <= usual)

    @property
    def _recovery_s(self) -> float:
        """How long the data stream would need to come to rest: a batch stopped halfway begins again, and more arrives in the gap.

        After a burst each batch is shorter than the one before, so it pays to wait a little for a good moment.
        """
        waiting = self.seen.uncommitted + self.model.arrival_rate.value * self.model.switch_s.value
        return self.model.drain_s(waiting, down_to=0.0)

    @property
    def is_outrun(self) -> bool:
        """Has its queue grown though it never stood still? Then it is a burst and no batch boundary, whatever its age."""
        moving = self.memory.moving
        return moving is not None and self.now_s - moving.since_s >= self.policy.growth_s and self.seen.queue > moving.queue

    def why_not_up(self) -> Cause | None:
        """What keeps it in the data stream; None if nothing does."""
        if self.memory.above_since_s is None:
            return Cause.SHORT
        if self.above_s <= self.policy.hold_s and not self.is_outrun:
            return Cause.WAITING
        if not self.model.data_rate.is_known and self.above_s <= SHOWN_S:
            return Cause.UNKNOWN
        if self.model.brings_nothing and not (self.model.may_be_wrong and self.memory.is_stuck(self.now_s)):
            return Cause.NO_GAIN
        if self.model.drain_s(self.seen.queue) <= 2 * self.model.switch_s.value:
            return Cause.DRAINING
        return Cause.COOLING if self.is_cooling else None

    @property
    def figures(self) -> Figures:
        model = self.model
        return Figures(
            part=self.number,
            paradigm=self.seen.paradigm,
            queue=self.seen.queue,
            arrival_rate=model.arrival_rate.value,
            data_rate=model.data_rate.value,
            operation_rate=model.operation_rate.value,
            capacity_ratio=model.capacity_ratio.value,
            magnification=model.magnification.value,
            switch_length=model.switch_length,
            up_length=model.up_length,
            down_length=model.down_length,
            above_s=self.above_s,
            calm_s=self.calm_s,
            drain_s=model.drain_s(self.seen.queue),
        )
