"""A query of NEXMark, from which its workload is made: all of them share the stream, its properties and the source."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from streamgauge.flow import Flow, Sink, Source, Step
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.nexmark.source import WIRE, nexmark_source, nexmark_stream, stream_properties
from streamgauge.workloads.properties import Property, Values
from streamgauge.workloads.shipped import EVENTS


@dataclass(frozen=True, slots=True)
class Query:
    """`reads` names the fields that the query needs beside `type` and `dateTime`; others are not even decoded.

    `identity` tells the rows apart where the last step does not; without any, they are what their input was, or a multiset.
    `folders` names the columns by which its files are laid out. `fit` is that of the workload.
    """

    number: int
    summary: str
    reads: tuple[str, ...]
    steps: Callable[[Source, Values], Step]
    properties: tuple[Property, ...] = ()
    identity: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    has_channels: bool = False
    arrival_rate: int = 0
    shipped_events: int = EVENTS
    fit: Callable[[Values, Iterable[bytes]], dict[str, Any]] | None = None

    @property
    def name(self) -> str:
        return f"nexmark-q{self.number}"

    def workload(self) -> Workload:
        return Workload(
            name=self.name,
            summary=self.summary,
            seed_work="003 Strymon",
            wire=WIRE,
            unit=RECORDS,
            properties=(*self.properties, *stream_properties(has_channels=self.has_channels, arrival_rate=self.arrival_rate)),
            make_stream=nexmark_stream,
            make_flow=self._flow,
            shipped_events=self.shipped_events,
            fit=self.fit,
        )

    def _flow(self, values: Values, seed: int) -> Flow:
        source = nexmark_source(nexmark_stream(values, seed), self.reads)
        return Flow(self.name, Sink(self.steps(source, values), identity=self.identity, folders=self.folders))
