"""What the controller remembers from one decision to the next: since when a queue is long, a load calm; the last switches."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Observation, Paradigm, PartObservation
from streamgauge.engines.dual.part_model import PartModel

MINUTE_S = 60.0
PATIENCE_S = (
    180.0  # a part that is held in a paradigm for so long by what is known of the other tries that: it may be old or wrong
)


@dataclass(frozen=True, slots=True)
class Moving:
    """Since when a part has taken in records at every look, and how many waited then."""

    since_s: float
    queue: int
    processed: int  # at the last look

    @classmethod
    def at(cls, time_s: float, part: PartObservation) -> "Moving":
        return cls(time_s, part.queue, part.processed)

    def seen(self, time_s: float, part: PartObservation) -> "Moving":
        is_moving = part.processed > self.processed
        return replace(self, processed=part.processed) if is_moving else Moving.at(time_s, part)


@dataclass(frozen=True, slots=True)
class PartMemory:
    """One part; None means that it is not so, or has not been yet."""

    above_since_s: float | None = None  # in the data stream with L > L_up
    calm_since_s: float | None = None  # V < (1 - delta) * PD; or, when it has been raised for long, V < PD or V < PO / 2
    switched_s: float | None = None  # when it last began to process after a switch
    moving: Moving | None = None
    patience_s: float = PATIENCE_S  # how long it is held in a paradigm before it tries the other; a try in vain doubles it

    def seen(self, time_s: float, part: PartObservation, model: PartModel) -> "PartMemory":
        if part.is_settling:
            return PartMemory(switched_s=time_s if part.is_switching else self.switched_s, patience_s=self.patience_s)
        is_above = part.paradigm is Paradigm.DATA and part.queue > model.up_length
        is_calm = model.arrival_rate.value < (model.trial_limit if self.has_waited(time_s, part.paradigm) else model.calm_limit)
        return replace(
            self,
            above_since_s=_since(self.above_since_s, time_s) if is_above else None,
            calm_since_s=_since(self.calm_since_s, time_s) if is_calm else None,
            moving=self.moving.seen(time_s, part) if self.moving else Moving.at(time_s, part),
        )

    def has_waited(self, time_s: float, paradigm: Paradigm) -> bool:
        """Has it been in the operation stream for so long that the data stream is worth a try, whatever is known of it?"""
        if paradigm is Paradigm.DATA or self.switched_s is None:
            return False
        return time_s - self.switched_s > self.patience_s

    def is_stuck(self, time_s: float) -> bool:
        """Has it been behind in the data stream for so long that the operation stream is worth a try?"""
        return self.above_since_s is not None and time_s - self.above_since_s > self.patience_s

    def switched(self, time_s: float, to: Paradigm) -> "PartMemory":
        if to is Paradigm.OPERATION:
            return PartMemory(switched_s=time_s, patience_s=2 * self.patience_s if self.is_stuck(time_s) else self.patience_s)
        has_waited = self.has_waited(time_s, Paradigm.OPERATION)
        return PartMemory(switched_s=time_s, patience_s=2 * self.patience_s if has_waited else PATIENCE_S)


@dataclass(frozen=True, slots=True)
class Memory:
    """All parts, and when parts were told to switch in the last minute."""

    parts: tuple[PartMemory, ...]
    switches_s: tuple[float, ...] = ()

    @classmethod
    def of(cls, parts: int) -> "Memory":
        return cls((PartMemory(),) * parts)

    def seen(self, observation: Observation, model: Model) -> "Memory":
        """The memory after one more observation."""
        now = observation.time_s
        known = zip(self.parts, observation.parts, model.parts, strict=True)
        return Memory(
            tuple(memory.seen(now, part, part_model) for memory, part, part_model in known),
            tuple(time_s for time_s in self.switches_s if time_s > now - MINUTE_S),
        )

    def switched(self, time_s: float, numbers: Collection[int], to: Paradigm) -> "Memory":
        """The memory after the decision to switch these parts."""
        parts = enumerate(self.parts, start=1)
        return Memory(
            tuple(part.switched(time_s, to) if number in numbers else part for number, part in parts),
            (*self.switches_s, time_s),
        )

    def not_switched(self, numbers: Collection[int], decided: Collection[int], before: "Memory") -> "Memory":
        """The memory after parts could not be switched, given that before the decision: as if nobody had decided on them."""
        parts = zip(self.parts, before.parts, strict=True)
        kept = tuple(old if number in numbers else new for number, (new, old) in enumerate(parts, start=1))
        return Memory(kept, before.switches_s if set(numbers) == set(decided) else self.switches_s)


def _since(before_s: float | None, now_s: float) -> float:
    return now_s if before_s is None else before_s
