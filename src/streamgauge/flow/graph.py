"""Flow: a named graph of steps that ends in one sink."""

from collections.abc import Iterator
from dataclasses import dataclass

from streamgauge.flow.flaws import Flaw
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import Sink, Source


@dataclass(frozen=True, slots=True)
class Flow:
    """What a workload computes, independent of any engine.

    >>> from streamgauge.flow import STRING, Filter, Schema
    >>> lines = Source(Schema.of(line=STRING))
    >>> flow = Flow("errors", Sink(Filter(lines, "contains(line, 'error')")))
    >>> [step.kind for step in flow.steps]
    ['source', 'filter', 'sink']
    """

    name: str
    sink: Sink

    def __post_init__(self) -> None:
        seen: dict[str, Step] = {}
        for step in self.steps:
            if seen.setdefault(step.name, step) is not step:
                raise step.refuse(Flaw.DUPLICATE_NAME, f"two steps are called {step.name!r}", "give one of them another name=")

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, each after the ones it reads from."""
        return tuple({id(step): step for step in _walk(self.sink)}.values())

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(step for step in self.steps if isinstance(step, Source))

    @property
    def is_stateful(self) -> bool:
        return any(step.is_stateful for step in self.steps)

    @property
    def emission(self) -> Emission:
        return Emission.INSERT if self.sink.updates_by is None else Emission.UPDATE

    @property
    def identified_by_origin(self) -> bool:
        """Do rows have no key of their own, so that the input they came from tells them apart?"""
        return not self.sink.identity and self.emission is Emission.INSERT


def _walk(step: Step) -> Iterator[Step]:
    for upstream in step.upstreams:
        yield from _walk(upstream)
    yield step
