"""The lab: everything that the trials of one experiment share, opened once and closed whatever happens."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from streamgauge.engines import load_engine
from streamgauge.engines.reference.evaluate import evaluate
from streamgauge.errors import RequestError
from streamgauge.experiments.closing import closed_after
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.outside import refuse_too_long, without_markers
from streamgauge.experiments.plans import EnginePlan, TransportPlan, WorkloadPlan
from streamgauge.experiments.surroundings import Say, Surroundings, check_transport, is_managed, open_surroundings
from streamgauge.experiments.trial import Trial
from streamgauge.flow.answer import Answer
from streamgauge.host.java import require_java
from streamgauge.streams.base import Stream
from streamgauge.streams.record_file import RecordFile
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads.base import ConfiguredWorkload

_SLICE = 10_000

# From so many events on the twin is asked: it is tested against the reference, and a hundred times as fast.
ORACLE_FROM_EVENTS = 50_000


@dataclass(frozen=True, slots=True)
class Lab:
    """A workload, the right answer of its first `events` events, and a transport."""

    workload: ConfiguredWorkload
    events: int
    expected: Answer
    surroundings: Surroundings

    @property
    def say(self) -> Say:
        return self.surroundings.say

    @contextmanager
    def trial(self, engine_plan: EnginePlan) -> Iterator[Trial]:
        """A trial on a freshly opened engine, between fresh topics; both are gone afterwards."""
        engine = load_engine(engine_plan.name)
        self.say(f"opening {engine.name}")
        place = self.surroundings.place_for(engine.name)
        session = engine.open(engine_plan.options, place)
        with closed_after(session.close), self.surroundings.topics() as (input_topic, output_topic):
            collector = Collector(self.workload.flow, output_topic, RoundRobin(input_topic.partitions))
            with closed_after(collector.close):
                yield Trial(
                    workload=self.workload,
                    engine_name=engine.name,
                    logs=place.logs,
                    session=session,
                    input=input_topic,
                    output=output_topic,
                    collector=collector,
                    expected=self.expected,
                    events=self.events,
                )


@contextmanager
def open_lab(
    workload_plan: WorkloadPlan,
    engines: Sequence[EnginePlan],
    transport: TransportPlan,
    *,
    events: int,
    logs: Path,
    say: Say,
) -> Iterator[Lab]:
    """Refuse what cannot run, open the transport, work out the answer; in this order, so that mistakes are told at once."""
    refuse_impossible(workload_plan, engines, transport)
    workload = workload_plan.configured()
    with open_surroundings(transport, logs, say) as surroundings:
        say(f"working out the answer for {events:,} events")
        yield Lab(workload, events, expected_answer(workload, events), surroundings)


def refuse_impossible(workload_plan: WorkloadPlan, engines: Sequence[EnginePlan], transport: TransportPlan) -> None:
    """Refuse what cannot run here; nothing has been started or written yet."""
    workload = workload_plan.configured()
    check_transport(transport)
    names = [each.name for each in engines]
    for name in names:
        load_engine(name).support.require(name, workload.flow, transport.kind, transport.kind)
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
