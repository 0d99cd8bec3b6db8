"""What an engine can do, as data. `NOT_YET` (we have not written it) and `NEVER` (the engine cannot) are different words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from streamgauge.errors import RequestError
from streamgauge.flow import Emission, Flow


class Verdict(Enum):
    YES = "yes"
    NOT_YET = "not yet"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Support:
    """A verdict, and its reason where it is not yes."""

    verdict: Verdict
    reason: str = ""

    def __bool__(self) -> bool:
        return self.verdict is Verdict.YES

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.reason}" if self.reason else self.verdict.value


YES = Support(Verdict.YES)


def not_yet(reason: str) -> Support:
    return Support(Verdict.NOT_YET, reason)


def never(reason: str) -> Support:
    return Support(Verdict.NEVER, reason)


@dataclass(frozen=True, slots=True)
class SupportTable:
    """An engine's support for kinds of steps, of inputs and of outputs; what is not listed is not yet there.

    Emissions are listed only where one of them cannot be had. `limits` tells what follows not from a kind of step alone.
    """

    steps: Mapping[str, Support] = field(default_factory=dict)
    emissions: Mapping[str, Support] = field(default_factory=dict)
    inputs: Mapping[str, Support] = field(default_factory=dict)
    outputs: Mapping[str, Support] = field(default_factory=dict)
    limits: Callable[[Flow], Iterable[tuple[str, Support]]] = lambda _: ()

    def for_step(self, kind: str) -> Support:
        return self.steps.get(kind, not_yet("no lowering has been written"))

    def for_emission(self, emission: Emission) -> Support:
        return self.emissions.get(emission.value, YES)

    def for_input(self, kind: str) -> Support:
        return self.inputs.get(kind, not_yet(f"it cannot read from {kind}"))

    def for_output(self, kind: str) -> Support:
        return self.outputs.get(kind, not_yet(f"it cannot write to {kind}"))

    def gaps(self, flow: Flow) -> list[tuple[str, Support]]:
        """What of `flow` this engine cannot do, and why; nothing if it can run it."""
        asked = [(step.label, self.for_step(step.kind)) for step in flow.steps]
        asked.append((f"emission {flow.emission.value!r}", self.for_emission(flow.emission)))
        asked.extend(self.limits(flow))
        return [(where, support) for where, support in asked if not support]

    def require(self, engine: str, flow: Flow, input_kind: str, output_kind: str) -> None:
        """Refuse a flow that this engine cannot run between these endpoints, with the first reason why."""
        for where, support in self.gaps(flow):
            _require(support, engine, f"{where} of flow {flow.name!r}")
        _require(self.for_input(input_kind), engine, f"input from {input_kind}")
        _require(self.for_output(output_kind), engine, f"output to {output_kind}")


def _require(support: Support, engine: str, where: str) -> None:
    if not support:
        raise RequestError(f"engine {engine} does not support this ({support})", where=where, fix="streamgauge list engines")
