"""A trial in memory: a flow that says what a test wants it to say, and an output that the test writes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from streamgauge.engines.base import Progress
from streamgauge.engines.reference import evaluate
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.inputs import Inputs
from streamgauge.experiments.online import Offer, Offered
from streamgauge.experiments.plans import WorkloadPlan
from streamgauge.experiments.trial import Trial
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.output import encode_row
from streamgauge.measure.usage import Usage
from streamgauge.transport.endpoints import MemoryTopic
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload

INPUT = (b"a b", b"a")
ROWS = ({"word": "a", "count": 1}, {"word": "b", "count": 1}, {"word": "a", "count": 2})


@dataclass
class FakeFlow:
    """Reports `consumed`, fails with `why`, and raises `error` whatever it is asked."""

    consumed: int = 0
    why: str | None = None
    error: Exception | None = None
    was_stopped: bool = False

    def progress(self) -> Progress:
        self._stumble()
        return Progress(self.consumed)

    def failure(self) -> str | None:
        self._stumble()
        return self.why

    def explain(self) -> str:
        return ""

    def stop(self) -> None:
        self.was_stopped = True
        self._stumble()

    def _stumble(self) -> None:
        if self.error is not None:
            raise self.error


@dataclass
class FakeSession:
    """Starts one flow, over and over."""

    flow: FakeFlow = field(default_factory=FakeFlow)
    error: Exception | None = None

    def start(self, *_: object) -> FakeFlow:
        if self.error is not None:
            raise self.error
        return self.flow


def wordcount_trial(session: FakeSession | None = None) -> Trial:
    """WordCount on `INPUT`; the rows of the right answer are `ROWS`."""
    workload = load_workload("wordcount").configured({}, seed=1)
    input_topic, output_topic = MemoryTopic(2, "in"), MemoryTopic(2, "out")
    return Trial(
        workload=workload,
        engine_name="fake",
        logs=Path("logs"),
        session=session or FakeSession(),  # type: ignore[arg-type]
        input=input_topic,
        output=output_topic,
        collector=Collector(workload.flow, output_topic, RoundRobin(2)),
        expected=evaluate(workload.flow, INPUT),
        events=len(INPUT),
    )


def offered_of(trial: Trial, *, late_ms: float = 0.0, folder: Path | None = None, start_ms: int = 1_000) -> Offered:
    """What an online trial left whose output the test wrote; the sender was so late with everything."""
    comparison = trial.check()
    samples = trial.collector.samples()
    inputs = Inputs(samples["intended_ms"], samples["append_ms"], samples["append_ms"])
    path = (folder or Path()) / "lateness.parquet"
    if folder is not None:
        pq.write_table(pa.table({"sent_ns": [0], "lateness_ns": [round(late_ms * 1e6)], "count": [2]}), path)
    offer = Offer(WorkloadPlan("wordcount"), "1", 2.0, 2)
    return Offered(offer, trial, start_ms, path, Usage([]), [], comparison, inputs)


def write(trial: Trial, rows: "tuple[dict[str, Any], ...]" = ROWS, *, append_ms: Iterator[int] | None = None) -> None:
    """Write rows to the trial's output, as an engine would."""
    writer = trial.output.writer()
    for row in rows:
        writer.send(0, encode_row(row | {INTENDED_TIME: 1_000}), next(append_ms) if append_ms else 1_050)
    writer.close()
