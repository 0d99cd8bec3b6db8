"""The engine, and its session."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from streamgauge.engines.base import Option, Place
from streamgauge.engines.support import SupportTable
from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.transport.base import Topic
from toy_engine.running import RunningToy, explained
from toy_engine.support import SUPPORT


@dataclass(frozen=True)
class ToyEngine:
    name: str = "toy"
    paradigm: str = "record at a time"
    summary: str = "one thread of Python, an example"
    support: SupportTable = SUPPORT
    options: tuple[Option, ...] = ()
    jar_groups: tuple[str, ...] = ()
    environment: None = None

    def open(self, options: Mapping[str, Any], place: Place) -> "ToySession":  # noqa: ARG002 - it keeps no files
        if options:
            raise RequestError(f"the toy has no option {next(iter(options))!r}", where="--option", fix="leave it out")
        return ToySession()


class ToySession:
    """Nothing to open, nothing to close."""

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> RunningToy:
        return RunningToy(flow, input_topic, output_topic)

    def explain(self, flow: Flow) -> str:
        return explained(flow)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


ENGINE = ToyEngine()
