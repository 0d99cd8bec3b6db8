"""One trial: a flow on an open engine between fresh topics, from start to stop, with its answer checked."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from streamgauge.engines.base import EngineSession, Progress, RunningFlow
from streamgauge.engines.traced import TracedFlow
from streamgauge.errors import EngineError, StreamgaugeError
from streamgauge.experiments.broken import broken_records, places_of
from streamgauge.experiments.closing import closed_after
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.garbage import uncollected
from streamgauge.experiments.plans import Limits
from streamgauge.flow.answer import Answer, Comparison, compare, with_effects
from streamgauge.flow.effects import Effect, compare_effects
from streamgauge.flow.ending import end_markers
from streamgauge.host.interrupts import was_interrupted
from streamgauge.measure.clock import NO_OFFSET, ClockOffset
from streamgauge.measure.components import BatchStretch
from streamgauge.services.opened import open_services
from streamgauge.services.patience import ServiceDownError
from streamgauge.streams.record_file import RecordFile
from streamgauge.transport.base import Topic
from streamgauge.transport.placement import placement_for
from streamgauge.workloads.base import ConfiguredWorkload

T = TypeVar("T")

_CHECK_PAUSE_S = 0.2
_MOST_TOLD = 500


class TooLateError(EngineError):
    """An engine that had not finished when its time was over."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A flow that can be started once, its topics, and the answer it must give."""

    workload: ConfiguredWorkload
    engine_name: str
    logs: Path
    session: EngineSession
    input: Topic
    output: Topic
    collector: Collector
    expected: Answer
    events: int
    clock: ClockOffset = NO_OFFSET  # of the clock that stamps outputs; the collector has taken it off
    effects: Counter[Effect] = field(default_factory=Counter)  # what the flow has done to the services that it called

    @contextmanager
    def running(self) -> Iterator[RunningFlow]:
        """The flow, running, and the services that it calls; stopped at the end of the context."""
        with open_services(self.workload.flow, self.logs) as services:
            running = self._ask(lambda: self.session.start(services.flow, self.input, self.output))
            with closed_after(lambda: self._ask(running.stop)):
                yield running
            self.effects.update(services.effects(self.expected.effects))

    def end_input(self) -> None:
        """Say that no more records come, where the flow waits to hear it."""
        if not self._end_markers:
            return
        writer = self.input.writer()
        for partition, marker in enumerate(self._end_markers):
            writer.send(partition, marker, time.time_ns() // 1_000_000)
        writer.close()

    @property
    def _end_markers(self) -> list[bytes]:
        return end_markers(self.workload.flow, self.input.partitions)

    @property
    def _records(self) -> int:
        """How many records the input holds in the end."""
        return self.events + len(self._end_markers)

    def broken(self) -> dict[str, Any]:
        """The broken records of the input: how many, and where they stand."""
        stream, placement = self.workload.stream, placement_for(self.workload.flow, self.input.partitions)
        places = places_of(self.expected.broken, stream, placement, self.input.partitions)
        return broken_records(self.expected, are_lines=isinstance(stream, RecordFile), places=places)

    def wait_for_first_output(self, running: RunningFlow, limits: Limits) -> None:
        """Return when the flow has dealt with some input: something was written, or consumed without an output.

        Nothing is read: a reader that has begun would fetch all that is written from then on.
        """
        deadline = time.monotonic() + limits.limit_s
        while not any(self.output.end_offsets()) and not self.progress(running).consumed:
            self.refuse_failure(running)
            if time.monotonic() > deadline:
                raise self._too_late(0, limits)
            time.sleep(_CHECK_PAUSE_S)

    @uncollected()
    def wait(self, running: RunningFlow, limits: Limits) -> None:
        """Return when all input is consumed and the answer complete, or nothing new came for a while; else it is an error.

        To read what was written by the time when all input was consumed is our work: the engine's time stands still meanwhile.
        """
        deadline = time.monotonic() + limits.limit_s
        last_news, is_compared, written = time.monotonic(), False, None
        while True:
            self.refuse_failure(running)
            if written is None:
                written, last_news = self._written_once_consumed(running), time.monotonic()
            elif read_s := self._read():
                last_news, is_compared = time.monotonic(), False
                deadline += read_s if self.collector.answer.written <= written else 0.0
            else:
                # A large answer takes seconds to compare: once when all is read, and not after each piece of it.
                if not is_compared and self._compare(examples=0).equal:
                    return
                is_compared = True
                if self.progress(running).is_busy:
                    last_news = time.monotonic()
                elif time.monotonic() - last_news >= limits.quiet_s:
                    return
            if time.monotonic() > deadline:
                raise self._too_late(self.progress(running).consumed, limits)

    def _written_once_consumed(self, running: RunningFlow) -> int | None:
        """How much has been written, once all input has been consumed; until then wait a moment: now the machine is the engine's,
        and what is written is read later."""
        if self.progress(running).consumed >= self._records:
            return sum(self.output.end_offsets())
        time.sleep(_CHECK_PAUSE_S)
        return None

    def _read(self) -> float:
        """How long it took to read a part of the output; 0 if there was nothing."""
        begun = time.monotonic()
        return time.monotonic() - begun if self.collector.poll(timeout_s=_CHECK_PAUSE_S) else 0.0

    def progress(self, running: RunningFlow) -> Progress:
        """What the flow tells about itself."""
        return self._ask(running.progress)

    def batch_stretches(self, running: RunningFlow) -> Sequence[BatchStretch]:
        """When the flow worked in batches, and what it tells of them."""
        return self._ask(running.batch_stretches) if isinstance(running, TracedFlow) else ()

    def refuse_failure(self, running: RunningFlow) -> None:
        """Raise if the flow has ended by itself."""
        if failure := self._ask(running.failure):
            raise self._failed(failure)

    @uncollected()
    def check(self) -> Comparison:
        """Compare the whole output with the expected answer, and what was done outside; the flow must have been stopped."""
        self.collector.drain()
        comparison, expected = self._compare(), self.expected.effects
        return with_effects(comparison, compare_effects(expected, self.effects)) if expected or self.effects else comparison

    def _compare(self, examples: int = 5) -> Comparison:
        return compare(self.expected, self.collector.answer, examples=examples)

    def _ask(self, question: Callable[[], T]) -> T:
        """The engine's answer; whatever it raises instead is its failure."""
        try:
            return question()
        except StreamgaugeError:
            raise
        except Exception as error:
            raise self._failed(f"{type(error).__name__}: {error}") from error

    def _failed(self, failure: str) -> StreamgaugeError:
        if was_interrupted():
            raise KeyboardInterrupt
        if down := ServiceDownError.told_in(failure):
            return down
        told = " ".join(failure.partition("\n\n")[0].split())  # what follows a blank line is a stack trace
        return EngineError(
            f"{self.engine_name} failed: {told[:_MOST_TOLD]}",
            where=f"flow {self.workload.flow.name!r}",
            fix=f"see the logs in {self._logs_of_engine}",
        )

    @property
    def _logs_of_engine(self) -> Path:
        """An engine that shares the JVM of another writes to the log of that one, beside its own."""
        return self.logs if self.logs.is_dir() and any(self.logs.iterdir()) else self.logs.parent

    def _too_late(self, consumed: int, limits: Limits) -> TooLateError:
        return TooLateError(
            f"{self.engine_name} had not finished after {limits.limit_s:g} s: {consumed:,} of {self.events:,} records consumed",
            where=f"flow {self.workload.flow.name!r}",
            fix="give it more time with --limit, or fewer events",
        )
