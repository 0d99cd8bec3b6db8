"""How a flow is laid out: keyed steps, between them stretches without state, and who needs to be told how far the input has come.

A keyed step works in groups: the keys are spread over a fixed number of them, Bytewax keeps a state for each group and spreads
the groups over its workers. A stretch is everything without state between two of these; it is run as one operator.

Bytewax has no watermark that reaches all keys, so the input's progress travels among the rows: after a batch of records each
group of a step that needs it gets a mark. What has been sent before a mark arrives before it, so a step that has the marks of
all the channels it is fed by knows what can no longer come.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from streamgauge.flow import Aggregate, Flow, Iterate, Join, JoinKind, Sink, Source, Step


class Mark(NamedTuple):
    """A partition of the input has come so far: all that its records up to `offset` lead to has been sent on this channel."""

    channel: tuple[str, int]  # the step that it comes from, and which of its groups
    partition: int
    offset: int
    time_ms: int  # the newest event time


_GROUPS_OF_A_WORKER = 4  # some more than one, so that they are spread evenly


@dataclass(frozen=True)
class Layout:
    """A flow, its keyed steps and stretches."""

    flow: Flow
    input_partitions: int
    output_partitions: int
    workers: int = 1

    @property
    def groups(self) -> int:
        """How many groups of keys each keyed step has."""
        return self.workers * _GROUPS_OF_A_WORKER

    @cached_property
    def starts(self) -> tuple[Step, ...]:
        """The steps that stretches begin at: the source and the keyed steps, each after those it reads from."""
        return tuple(step for step in self.flow.steps if isinstance(step, Source) or step.is_stateful)

    @property
    def keyed(self) -> tuple[Step, ...]:
        return tuple(step for step in self.starts if step.is_stateful)

    def readers(self, step: Step) -> list[tuple[Step, int]]:
        """The steps that read from `step`, and as which of their inputs."""
        return [(each, port) for each in self.flow.steps for port, upstream in enumerate(each.upstreams) if upstream is step]

    def ends(self, start: Step) -> tuple[Step, ...]:
        """Where the stretch from `start` leads to: keyed steps and the sink."""
        return tuple({id(step): step for step in self._ends(start)}.values())

    def _ends(self, step: Step) -> Iterator[Step]:
        for reader, _ in self.readers(step):
            if reader.is_stateful or isinstance(reader, Sink):
                yield reader
            else:
                yield from self._ends(reader)

    def feeders(self, end: Step) -> tuple[Step, ...]:
        """The starts of the stretches that lead to `end`."""
        return tuple(start for start in self.starts if any(each is end for each in self.ends(start)))

    def channels(self, step: Step) -> tuple[tuple[str, int], ...]:
        """The channels on which a keyed step hears of each partition."""
        return tuple(
            (start.name, group) for start in self.feeders(step) for group in range(self.groups if start.is_stateful else 1)
        )

    @cached_property
    def marked(self) -> frozenset[str]:
        """The names of the keyed steps that get marks: those that need them, and those that must pass them on."""
        names: set[str] = set()
        for step in reversed(self.keyed):
            if is_timed(step) or self.is_sorted(step) or any(end.name in names for end in self.ends(step)):
                names.add(step.name)
        return frozenset(names)

    def is_sorted(self, step: Step) -> bool:
        """Must rows wait to be put in order? Only those straight from the source, on one way, come in order by themselves."""
        is_straight = len(step.upstreams) == 1 and all(isinstance(start, Source) for start in self.feeders(step))
        return step.is_order_sensitive and not is_straight

    @cached_property
    def has_places(self) -> bool:
        """Do rows carry the place in the input that they come from? Only where a step puts them in order by it."""
        return any(self.is_sorted(step) for step in self.keyed)


def is_timed(step: Step) -> bool:
    """Does the step look at the watermark?"""
    match step:
        case Aggregate(window=window):
            return window is not None and not step.is_order_sensitive
        case Join(how=how):
            return how in (JoinKind.INTERVAL, JoinKind.WINDOW)
    return False


def key_columns(step: Any, port: int) -> tuple[str, ...]:
    """The columns by which a keyed step spreads the rows of an input over its groups; none if there is one group for all."""
    match step:
        case Join(on=on):
            return tuple(pair[port] for pair in on)
        case Iterate():
            return ()
    keys: tuple[str, ...] = step.keys
    return keys
