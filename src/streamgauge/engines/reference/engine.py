"""The reference as an engine like any other: reads a topic, writes a topic."""

import threading
import zlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from streamgauge.engines.base import Option, Place, Progress
from streamgauge.engines.reference.machine import Machine
from streamgauge.engines.support import YES, SupportTable
from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.flow.marks import ORIGIN
from streamgauge.flow.output import encode_row
from streamgauge.flow.steps import STEPS
from streamgauge.transport.base import Topic, Writer


@dataclass(frozen=True, slots=True)
class ReferenceEngine:
    """One record at a time, one thread, no settings."""

    name: str = "reference"
    paradigm: str = "record at a time"
    summary: str = "one thread of Python; defines what a flow means"
    options: tuple[Option, ...] = ()
    jar_groups: tuple[str, ...] = ()
    environment: None = None
    support: SupportTable = field(
        default=SupportTable(
            steps=dict.fromkeys(STEPS, YES),
            inputs=dict.fromkeys(("kafka", "files", "memory"), YES),
            outputs=dict.fromkeys(("kafka", "files", "memory", "null", "stdout"), YES),
        )
    )

    def open(self, options: Mapping[str, Any], place: Place) -> "ReferenceSession":  # noqa: ARG002 - it keeps no files
        if options:
            raise RequestError(
                f"the reference engine has no option {next(iter(options))!r}", where="--option", fix="leave it out"
            )
        return ReferenceSession()


ENGINE = ReferenceEngine()


class ReferenceSession:
    """Nothing to open, nothing to close."""

    def start(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> "RunningReference":
        return RunningReference(flow, input_topic, output_topic)

    def explain(self, flow: Flow) -> str:
        return "\n".join(f"{step.name}: {step.kind}, row by row" for step in flow.steps)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RunningReference:
    """A thread that polls the input, applies the flow and writes what comes out."""

    def __init__(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> None:
        self._flow = flow
        self._input = input_topic
        self._output = output_topic
        self._consumed = 0
        self._error: Exception | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"reference {flow.name}", daemon=True)
        self._thread.start()

    def progress(self) -> Progress:
        return Progress(consumed=self._consumed)

    def failure(self) -> str | None:
        return None if self._error is None else f"{type(self._error).__name__}: {self._error}"

    def explain(self) -> str:
        return ReferenceSession().explain(self._flow)

    def stop(self) -> None:
        """What was written last may fail only when the writer is closed, which is when nobody asks for a failure any more."""
        self._stopping.set()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            with closing(self._input.reader()) as reader, closing(self._output.writer()) as writer:
                self._process_until_stopped(reader, writer)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this flow's failure and is told as such
            self._error = error

    def _process_until_stopped(self, reader: Any, writer: Writer) -> None:
        with closing(Machine(self._flow, self._input.partitions)) as machine:
            while not self._stopping.is_set():
                records = reader.poll(timeout_s=0.05)
                if not records:
                    writer.flush()
                for record in records:
                    for row in machine.process(record):
                        writer.send(self._partition(row), encode_row(row), record.timestamp_ms)
                    self._consumed += 1

    def _partition(self, row: Mapping[str, Any]) -> int:
        """All rows of one identity go to one partition, so that the last of them is the last written."""
        identity = self._flow.sink.identity
        named = [row[column] for column in identity] if identity else row.get(ORIGIN, [])
        return zlib.crc32(repr(named).encode()) % self._output.partitions
