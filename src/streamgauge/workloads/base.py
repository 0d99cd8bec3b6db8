"""The contract of a workload: a stream, a flow, what can be set, and the unit in which its throughput is told."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer
from streamgauge.streams.base import Stream
from streamgauge.workloads.own_latency import OwnLatency
from streamgauge.workloads.properties import Property, Values, resolve
from streamgauge.workloads.shipped import EVENTS


@dataclass(frozen=True, slots=True)
class Unit:
    """What throughput counts, and how many of it an answer stands for, given the number of input events."""

    name: str
    count: Callable[[Answer, int], int]


RECORDS = Unit("records", lambda _, events: events)


@dataclass(frozen=True, slots=True)
class Workload:
    """A workload, before its properties are set.

    Where it comes from a benchmark that defines a latency of its own, or numbers its operations, both can be told:
    `operations` names the steps as the benchmark does. `shipped_events` is how many events the shipped answer answers. Where
    properties follow from the settings of the stream, `fit` tells what they are for records of somebody else's making.
    """

    name: str
    summary: str
    seed_work: str
    wire: str
    unit: Unit
    properties: tuple[Property, ...]
    make_stream: Callable[[Values, int], Stream]
    make_flow: Callable[[Values, int], Flow]
    own_latency: OwnLatency | None = None
    operations: Mapping[str, str] = field(default_factory=dict)
    shipped_events: int = EVENTS
    fit: Callable[[Values, Iterable[bytes]], dict[str, Any]] | None = None

    def configured(self, given: Mapping[str, str], seed: int, outside: Iterable[bytes] | None = None) -> "ConfiguredWorkload":
        """The workload with `given` properties, for records from `outside` if there are any; wrong ones are refused."""
        values = resolve(self.name, self.properties, given)
        if outside is not None and self.fit is not None:
            values = self.fit(values, outside)
        return ConfiguredWorkload(self, values, seed, self.make_stream(values, seed), self.make_flow(values, seed))


@dataclass(frozen=True, slots=True)
class ConfiguredWorkload:
    """A workload whose properties and seed are fixed: one stream, one flow, one answer for every number of events."""

    workload: Workload
    values: dict[str, Any]
    seed: int
    stream: Stream
    flow: Flow

    @property
    def name(self) -> str:
        return self.workload.name
