"""An open engine, as tests use it: a flow and its input in, a checked answer out."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from streamgauge.engines.base import Engine, EngineSession, Place
from streamgauge.engines.reference import evaluate
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.plans import Limits
from streamgauge.experiments.trial import Trial
from streamgauge.flow import Flow
from streamgauge.flow.answer import Comparison
from streamgauge.transport.base import Stamp, Transport
from streamgauge.transport.placement import RoundRobin, placement_for
from streamgauge.workloads.base import RECORDS, ConfiguredWorkload, Workload


@dataclass(frozen=True)
class OpenEngine:
    engine: Engine
    session: EngineSession
    place: Place
    transports: Mapping[str, Transport]

    def run(
        self, flow: Flow, records: Sequence[bytes], *, transport: str = "kafka", partitions: int = 2
    ) -> tuple[Comparison, Collector]:
        """Run `flow` on the records and compare with the reference, whatever comes out."""
        self.engine.support.require(self.engine.name, flow, transport, transport)
        name = f"test-{uuid.uuid4().hex[:8]}"
        make = self.transports[transport].create_topic
        input_topic = make(f"{name}-in", partitions=partitions, stamp=Stamp.INTENDED)
        output_topic = make(f"{name}-out", partitions=partitions, stamp=Stamp.APPENDED)
        writer = input_topic.writer()
        spread = placement_for(flow, partitions).spread(0, records)
        for number, (partition, record) in enumerate(zip(spread, records, strict=True)):
            writer.send(partition, record, 1_700_000_000_000 + number)
        writer.close()
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
            trial.wait(running, Limits(quiet_s=5, limit_s=90))
        comparison = trial.check()
        collector.close()
        return comparison, collector


def _workload_of(flow: Flow) -> ConfiguredWorkload:
    workload = Workload(flow.name, "", "", "", RECORDS, (), lambda *_: None, lambda *_: flow)  # type: ignore[arg-type, return-value]
    return ConfiguredWorkload(workload, {}, 1, None, flow)  # type: ignore[arg-type]
