"""A flow at work: a thread that reads the input, applies the flow and writes what comes out."""

import threading
import zlib
from contextlib import closing

from streamgauge.engines.base import Progress
from streamgauge.engines.reference.decode import decoder, end_of_input_ms
from streamgauge.flow import Flow
from streamgauge.flow.marks import ORIGIN
from streamgauge.flow.output import encode_row
from streamgauge.transport.base import Reader, Topic, Writer
from toy_engine.lowering import Row, lower


class RunningToy:
    """Runs until it is stopped or fails."""

    def __init__(self, flow: Flow, input_topic: Topic, output_topic: Topic) -> None:
        self._flow, self._input, self._output = flow, input_topic, output_topic
        self._consumed = 0
        self._error: Exception | None = None
        self._is_stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def progress(self) -> Progress:
        return Progress(consumed=self._consumed)

    def failure(self) -> str | None:
        return None if self._error is None else f"{type(self._error).__name__}: {self._error}"

    def explain(self) -> str:
        return explained(self._flow)

    def stop(self) -> None:
        """What was written last may fail only when the writer is closed, which is when nobody asks for a failure any more."""
        self._is_stopping.set()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            with closing(self._input.reader()) as reader, closing(self._output.writer()) as writer:
                self._work(reader, writer)
        except Exception as error:  # noqa: BLE001 - whatever it is, the flow has failed
            self._error = error

    def _work(self, reader: Reader, writer: Writer) -> None:
        decode, apply = decoder(self._flow.source), lower(self._flow)
        columns = (*self._flow.sink.schema.names, "_t", "_o")
        while not self._is_stopping.is_set():
            records = reader.poll(timeout_s=0.05)
            if not records:
                writer.flush()
            for record in records:
                row = None if end_of_input_ms(record) is not None else decode(record)  # None: the end, or broken
                for result in apply(row) if row is not None else ():
                    written = {name: result[name] for name in columns if name in result}
                    writer.send(self._partition(result), encode_row(written), record.timestamp_ms)
                self._consumed += 1

    def _partition(self, row: Row) -> int:
        """All rows of one identity go to one partition."""
        identity = self._flow.sink.identity
        named = [row[column] for column in identity] if identity else row.get(ORIGIN)
        return zlib.crc32(repr(named).encode()) % self._output.partitions


def explained(flow: Flow) -> str:
    return "\n".join(f"{step.name}: {step.kind}, a function of a row" for step in flow.steps)
