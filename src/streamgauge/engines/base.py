"""The contract of an engine: open it once, start flows in it, watch them, stop them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from streamgauge.engines.support import SupportTable
from streamgauge.flow import Flow
from streamgauge.host.environments import Environment
from streamgauge.transport.base import Topic


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of an engine: its default, and its effect in words."""

    name: str
    default: Any
    effect: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where an engine may keep its files while it is open: working data, which may be thrown away, and logs, which are kept."""

    work: Path
    logs: Path


@dataclass(frozen=True, slots=True)
class Progress:
    """What a running flow tells about itself; `consumed` counts input records that have been taken in and dealt with."""

    consumed: int
    batches: int = 0
    is_busy: bool = False  # at work on something that has a definite end, so that output is still to be expected
    details: Mapping[str, Any] = field(default_factory=dict)


class RunningFlow(Protocol):
    """A flow that runs until it is stopped or fails."""

    def progress(self) -> Progress: ...

    def failure(self) -> str | None:
        """Why the flow ended by itself, if it did."""

    def explain(self) -> str:
        """The plan that is being run, in the engine's own words."""

    def stop(self) -> None:
        """End the flow; what it has written is whole, and what could not be written is an error."""


class EngineSession(Protocol):
    """An open engine. Opening is slow, flows are started and stopped in it at will."""

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> RunningFlow: ...

    def explain(self, flow: Flow) -> str:
        """The plan that `flow` would be run with, without running it."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class Engine(Protocol):
    """One engine in one paradigm."""

    @property
    def name(self) -> str: ...

    @property
    def paradigm(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def support(self) -> SupportTable: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def jar_groups(self) -> tuple[str, ...]:
        """The groups of jars that it needs; `streamgauge setup` fetches them."""

    @property
    def environment(self) -> Environment | None:
        """The Python environment that it runs in, if not in ours; `streamgauge setup NAME` makes it."""

    def open(self, options: Mapping[str, Any], place: Place) -> EngineSession:
        """Start the engine with `options`; unknown ones are refused."""
