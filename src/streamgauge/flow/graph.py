"""Flow: a named graph of steps that ends in one sink."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from streamgauge.flow.flaws import Flaw
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps import Sink, Source


class Identification(Enum):
    """What tells rows apart."""

    COLUMNS = "columns"  # the sink's identity; without any, there is one row in all
    ORIGIN = "origin"  # the input record that a row came from
    MULTISET = "multiset"  # nothing: equal rows are counted


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

        sources = [step for step in self.steps if isinstance(step, Source)]
        if len(sources) > 1:
            raise sources[1].refuse(Flaw.SEVERAL_SOURCES, f"{len(sources)} sources", "mix the records in one topic, and filter")

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, each after the ones it reads from."""
        return tuple({id(step): step for step in _walk(self.sink)}.values())

    @property
    def source(self) -> Source:
        """The one source: a flow reads one topic, in which records of several kinds may be mixed."""
        return next(step for step in self.steps if isinstance(step, Source))

    @property
    def is_stateful(self) -> bool:
        return any(step.is_stateful for step in self.steps)

    @property
    def is_order_sensitive(self) -> bool:
        """Does the answer depend on the order of the records of a key?"""
        return any(step.is_order_sensitive for step in self.steps)

    @property
    def waits_for_time(self) -> bool:
        """Are rows held back until a watermark has passed, so that a finite input must say where it ends?"""
        return any(step.waits_for_time for step in self.steps)

    @property
    def emission(self) -> Emission:
        return self.sink.emission

    @property
    def identification(self) -> Identification:
        """What tells the rows of the answer apart."""
        if self.sink.identity or self.emission is Emission.UPDATE:
            return Identification.COLUMNS
        return Identification.MULTISET if self.is_stateful else Identification.ORIGIN


def _walk(step: Step) -> Iterator[Step]:
    for upstream in step.upstreams:
        yield from _walk(upstream)
    yield step
