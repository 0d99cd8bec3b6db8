"""An open engine, as tests use it: a flow and its input in, a checked answer out."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from streamgauge.engines import load_engine
from streamgauge.engines.base import Engine, EngineSession, Place
from streamgauge.engines.reference import evaluate
from streamgauge.errors import RequestError
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.plans import Limits
from streamgauge.experiments.trial import Trial
from streamgauge.flow import Flow
from streamgauge.flow.answer import Comparison
from streamgauge.host.environments import is_ready
from streamgauge.testing.claims import EVERYTHING, Claims
from streamgauge.testing.times import wrong_times
from streamgauge.transport.base import Stamp, Topic, Transport
from streamgauge.transport.placement import RoundRobin, placement_for
from streamgauge.workloads.base import RECORDS, ConfiguredWorkload, Workload

START_MS = 1_700_000_000_000  # when the first record should have been sent, each other a millisecond later
_LIMITS = Limits(quiet_s=5, limit_s=90)


@dataclass(frozen=True)
class OpenEngine:
    """An engine, what it is expected to run, and the transports that it is tried with."""

    engine: Engine
    session: EngineSession
    place: Place
    transports: Mapping[str, Transport]
    claims: Claims = EVERYTHING

    def check(
        self, flow: Flow, records: Sequence[bytes], *, transport: str | None = None, partitions: int = 2, rows: int | None = None
    ) -> None:
        """Fail unless the answer and its times are the reference's and it is not empty, or the flow is refused where it must be.

        Skipped if it is refused where it may be. `rows`: how many the answer must have, where that is known.
        """
        if refusal := self.claims.refusal(flow.name, transport):
            with pytest.raises(RequestError, match=refusal):
                self.run(flow, records, transport=transport, partitions=partitions)
            return
        try:
            comparison, collector = self.run(flow, records, transport=transport, partitions=partitions)
        except RequestError as error:
            if self.claims.is_open(flow.name):
                pytest.skip(f"refused, and not claimed: {error.what}")
            pytest.fail(f"{flow.name} is claimed, and refused: {error.what}")
        assert comparison.equal, comparison.examples
        assert not (wrong := wrong_times(flow, records, START_MS, collector)), wrong
        assert comparison.expected_rows == rows if rows is not None else comparison.expected_rows > 0

    def run(
        self, flow: Flow, records: Sequence[bytes], *, transport: str | None = None, partitions: int = 2
    ) -> tuple[Comparison, Collector]:
        """Run `flow` on the records and compare with the reference, whatever comes out."""
        transport = transport or self.claims.transports[0]
        self.engine.support.require(self.engine.name, flow, transport, transport)
        assert transport in self.transports, f"{self.engine.name} supports {transport}, which the claims do not name"
        input_topic, output_topic = self.topics(transport, partitions)
        send(flow, input_topic, records)
        collector = Collector(flow, output_topic, RoundRobin(partitions))
        trial = Trial(
            workload=_workload_of(flow),
            engine_name=self.engine.name,
            logs=self.place.logs,
            session=self.session,
            input=input_topic,
            output=output_topic,
            collector=collector,
            expected=evaluate(flow, records),
            events=len(records),
        )
        trial.end_input()
        with trial.running() as running:
            trial.wait(running, _LIMITS)
        comparison = trial.check()
        collector.close()
        return comparison, collector

    def skip_unless_it_runs(self, flow: Flow) -> None:
        """For a flow that is no case of its own, and so cannot be claimed by name."""
        if gaps := self.engine.support.gaps(flow):
            pytest.skip(f"refused: {gaps[0][0]}")

    def topics(self, transport: str, partitions: int) -> tuple[Topic, Topic]:
        """A fresh input and a fresh output."""
        name, make = f"test-{uuid.uuid4().hex[:8]}", self.transports[transport].create_topic
        return (
            make(f"{name}-in", partitions=partitions, stamp=Stamp.INTENDED),
            make(f"{name}-out", partitions=partitions, stamp=Stamp.APPENDED),
        )


def send(flow: Flow, topic: Topic, records: Sequence[bytes]) -> None:
    """Write the records as a sender would for this flow."""
    writer = topic.writer()
    spread = placement_for(flow, topic.partitions).spread(0, records)
    for number, (partition, record) in enumerate(zip(spread, records, strict=True)):
        writer.send(partition, record, START_MS + number)
    writer.close()


@contextmanager
def opened(
    name: str, root: Path, transports: Mapping[str, Transport], claims: Claims, options: Mapping[str, Any]
) -> Iterator[OpenEngine]:
    """The engine called `name`, open, its files under `root`. Skips the test if its environment has not been made."""
    engine = load_engine(name)
    if engine.environment is not None and not is_ready(engine.environment):
        pytest.skip(f"{name} is not set up: streamgauge setup {name}")
    place = Place(root / "work", root / "logs")
    place.work.mkdir()
    place.logs.mkdir()
    with engine.open(options, place) as session:
        yield OpenEngine(engine, session, place, transports, claims)


def _workload_of(flow: Flow) -> ConfiguredWorkload:
    workload = Workload(flow.name, "", "", "", RECORDS, (), lambda *_: None, lambda *_: flow)  # type: ignore[arg-type]
    return ConfiguredWorkload(workload, {}, 1, None, flow)  # type: ignore[arg-type]
