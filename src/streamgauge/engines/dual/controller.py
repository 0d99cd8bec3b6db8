"""The controller: each observation is learnt from, then decided on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from streamgauge.engines.dual.calibration import Calibration
from streamgauge.engines.dual.decide import decide
from streamgauge.engines.dual.decision import Decision
from streamgauge.engines.dual.memory import Memory
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Batch, Observation
from streamgauge.engines.dual.part_model import PartModel
from streamgauge.engines.dual.policy import Policy
from streamgauge.errors import RequestError


@dataclass(frozen=True, slots=True)
class Controller:
    """Model, memory and policy between two decisions; a value like all of them.

    >>> from streamgauge.engines.dual.observation import Paradigm, PartObservation
    >>> calm = Observation(0.0, (PartObservation(Paradigm.DATA, arrived=2_000, processed=1_990, committed=0, written=1_990),))
    >>> decision, controller = Controller.of(parts=1).seen(calm)
    >>> decision.switches, decision.cause.name
    (False, 'SHORT')
    """

    calibration: Calibration
    memory: Memory
    policy: Policy

    @classmethod
    def of(
        cls,
        parts: int = 1,
        *,
        fixed: frozenset[int] = frozenset(),
        kept: Model | None = None,
        given: Mapping[str, float] | None = None,
        interval_s: float = 0.0,
        policy: Policy | None = None,
    ) -> "Controller":
        """A controller that has seen nothing yet: `fixed` parts never switch, `kept` is what an earlier run has learnt.

        `interval_s` is the time between batches, which is T; 0 if each begins as soon as the last is done.
        """
        model = Model(tuple(PartModel(is_fixed=number in fixed) for number in range(1, parts + 1)))
        if kept is not None:
            model = _continued(model, kept)
        numbers = ({"T": interval_s} if interval_s else {}) | dict(given or {})
        return cls(Calibration.of(model.given(numbers)), Memory.of(parts), policy or Policy())

    @property
    def model(self) -> Model:
        return self.calibration.model

    def seen(self, observation: Observation) -> tuple[Decision, "Controller"]:
        """What to do now, and the controller to ask next time."""
        calibration = self.calibration.seen(observation)
        decision, memory = decide(observation, calibration.model, self.memory, self.policy)
        return decision, replace(self, calibration=calibration, memory=memory)

    def switched(self, number: int, gap_s: float) -> "Controller":
        """The controller after a switch of a part during which nothing came out for so long."""
        return replace(self, calibration=self.calibration.switched(number, gap_s))

    def not_switched(self, numbers: Sequence[int], decided: Sequence[int], before: Memory) -> "Controller":
        """The controller after parts that it had decided to switch could not be, given what it remembered before."""
        return replace(self, memory=self.memory.not_switched(numbers, decided, before))

    def rehearsed(self, number: int, batches: Iterable[Batch]) -> "Controller":
        """The controller after a part's operation stream was tried beside its data stream, in batches of few records."""
        return replace(self, calibration=self.calibration.rehearsed(number, batches))


def _continued(model: Model, kept: Model) -> Model:
    """What was learnt of the same parts."""
    if [part.is_fixed for part in kept.parts] != [part.is_fixed for part in model.parts]:
        raise RequestError(
            f"the kept model has {len(kept.parts)} parts, this flow has {len(model.parts)}, or others of them never switch",
            where="the model beside the checkpoint",
            fix="delete it: it is learnt again",
        )
    return Model(tuple(part.learnt() for part in kept.parts))
