"""The lab: everything that the trials of one experiment share, opened once and closed whatever happens."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from streamgauge.engines import load_engine
from streamgauge.engines.reference.evaluate import evaluate
from streamgauge.errors import RequestError
from streamgauge.experiments.closing import closed_after
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.outside import refuse_too_long, without_markers
from streamgauge.experiments.plans import EnginePlan, TransportPlan, WorkloadPlan
from streamgauge.experiments.sessions import Sessions
from streamgauge.experiments.status import Show, Status, show_nothing
from streamgauge.experiments.surroundings import Say, Surroundings, check_transport, is_managed, open_surroundings
from streamgauge.experiments.trial import Trial
from streamgauge.flow.answer import Answer
from streamgauge.host.environments import python_of
from streamgauge.host.java import require_java
from streamgauge.measure.clock import ClockOffset
from streamgauge.streams.base import Stream
from streamgauge.streams.record_file import RecordFile
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads.base import ConfiguredWorkload

_SLICE = 10_000
_ANSWERS_KEPT = 3

# From so many events on the twin is asked: it is tested against the reference, and a hundred times as fast.
ORACLE_FROM_EVENTS = 50_000


class Lab:
    """A transport, open engines, and the right answers of what is run on them."""

    def __init__(self, surroundings: Surroundings, show: Show = show_nothing) -> None:
        self.surroundings = surroundings
        self.turn = ""
        self._show = show
        self.sessions = Sessions(surroundings)
        self.known: dict[Any, Any] = {}  # what was measured once for all trials: floors, highest rates
        self._answers: dict[tuple[str, int], Answer] = {}

    def count(self, kind: str) -> int:
        """How many measurements of a kind are known; a label that has their number is nobody else's."""
        return len([key for key in self.known if key[0] == kind])

    def _clock(self) -> ClockOffset:
        """Of the transport's clock: measured for each trial, for clocks drift and are set; once, where it is our machine's."""
        if not is_managed(self.surroundings.plan):
            return self.surroundings.clock()
        return self._own_clock

    @cached_property
    def _own_clock(self) -> ClockOffset:
        return self.surroundings.clock()

    @property
    def say(self) -> Say:
        return self.surroundings.say

    def show(self, status: Status) -> None:
        """Tell those who watch what is done now."""
        self._show(replace(status, turn=self.turn))

    def answer(self, plan: WorkloadPlan, events: int) -> Answer:
        """The right answer, worked out once for all trials that ask for the same."""
        key = (repr(plan), events)
        if key not in self._answers:
            while len(self._answers) >= _ANSWERS_KEPT:
                del self._answers[next(iter(self._answers))]
            self.say(f"working out the answer for {events:,} events")
            self._answers[key] = expected_answer(plan.configured(), events)
        return self._answers[key]

    @contextmanager
    def trial(self, engine: EnginePlan, workload: WorkloadPlan, events: int, partitions: int | None = None) -> Iterator[Trial]:
        """A trial between fresh topics, which are gone afterwards; the engine is opened only if it was not."""
        expected, configured = self.answer(workload, events), workload.configured()
        opened, clock = self.sessions.get(engine), self._clock()
        with self.surroundings.topics(partitions) as (input_topic, output_topic):
            placement = RoundRobin(input_topic.partitions)
            collector = Collector(configured.flow, output_topic, placement, clock_ahead_ms=clock.correction_ms)
            with closed_after(collector.close):
                yield Trial(
                    workload=configured,
                    engine_name=engine.name,
                    logs=opened.place.logs,
                    session=opened.session,
                    input=input_topic,
                    output=output_topic,
                    collector=collector,
                    expected=expected,
                    events=events,
                    clock=clock,
                )


@contextmanager
def open_lab(transport: TransportPlan, *, logs: Path, say: Say, show: Show = show_nothing) -> Iterator[Lab]:
    """Open the transport. What cannot run has been refused before, by `refuse_impossible`."""
    with open_surroundings(transport, logs, say) as surroundings:
        lab = Lab(surroundings, show)
        with closed_after(lab.sessions.close):
            yield lab


def refuse_impossible(workload_plan: WorkloadPlan, engines: Sequence[EnginePlan], transport: TransportPlan) -> None:
    """Refuse what cannot run here; nothing has been started or written yet."""
    workload = workload_plan.configured()
    check_transport(transport)
    names = [each.name for each in engines]
    for name in names:
        engine = load_engine(name)
        engine.support.require(name, workload.flow, transport.kind, transport.kind)
        if engine.environment is not None:
            python_of(engine.environment)
        if names.count(name) > 1:
            raise RequestError(f"engine {name} is given twice", where="--engine", fix=f"give {name} once")
    if isinstance(workload.stream, RecordFile):
        refuse_too_long(workload.stream, transport.kind)
    if is_managed(transport) or any(load_engine(name).jar_groups for name in names):
        require_java()


def expected_answer(workload: ConfiguredWorkload, events: int) -> Answer:
    """The right answer for the first `events` events: the reference's, or for many events that of its vectorised twin.

    The twin takes things for granted that hold for our own streams; of other data only the reference is asked.
    """
    from streamgauge.engines.oracle import answer_by_duckdb, supports

    records = stream_records(workload.stream, events)
    if isinstance(workload.stream, RecordFile):
        return evaluate(workload.flow, without_markers(records, workload.stream.path))
    is_large = events >= ORACLE_FROM_EVENTS and supports(workload.flow)
    work_out = answer_by_duckdb if is_large else evaluate
    return work_out(workload.flow, records)


def stream_records(stream: Stream, events: int, first_event: int = 0) -> Iterator[bytes]:
    """The wire records of a stream, made slice by slice."""
    end = first_event + events
    for start in range(first_event, end, _SLICE):
        yield from stream.records(start, min(_SLICE, end - start))
