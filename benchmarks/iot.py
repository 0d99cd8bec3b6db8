"""The highest rate of each IoT task on Spark with one slot, beside seed work 002's on Storm and the bare task's in Python.

    python benchmarks/iot.py [--events 100000] [--task kalman ...] [--engine spark-microbatch ...] [--services real]

The tasks read the stream of integers, as in the seed work; XML and tasks that call a service read a fifth of the events. The
topic has one partition, Spark one slot (`local[1]`) and one shuffle partition; it is filled before and emptied in ten batches,
of which the first two warm up. Every answer is verified. *Floor* is the rate of a flow that reads and writes the same records
without the task. A task's *share* is its rate by that: near 1 it is held back by source and sink, else by itself. *Alone* is
the same task in one process of Python, on rows that are decoded already. Tasks that real-time mode cannot run are told with the
reason. Services are embedded unless `--services real` is given. Storm's figures are what the text of the seed work says of its
figure 4a, on one core of an Intel Xeon E5-2660 at 2.2 GHz, where Azure was a service in the cloud; most tasks have no number of
their own there.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from streamgauge.engines import load_engine
from streamgauge.engines.reference.decode import decoder
from streamgauge.engines.reference.machine import OPERATORS
from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.ordered import OrderedOperator
from streamgauge.errors import ExitCode
from streamgauge.experiments.lab import Lab, open_lab
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.flow import Flow, Sink, Source, Step
from streamgauge.measure.throughput import records_per_second
from streamgauge.services.opened import open_services
from streamgauge.transport.base import Record
from streamgauge.workloads.base import ConfiguredWorkload
from streamgauge.workloads.iot.task import TASKS

ENGINES = ("spark-microbatch", "spark-realtime")
ONE_SLOT = {"master": "local[1]", "shuffle_partitions": 1}
BATCHES = 10
LIMITS = Limits(limit_s=900)
MOST, RIGHT = "3,000 or more", "right"
STORM = {"xml": "310", "bloom": "68,000", "kalman": "68,000", "distinct": "68,000"}
STORM |= dict.fromkeys(("blob-download", "blob-upload", "table-query"), "less than 310")
OWN_STREAM = ("xml", "parse")
CALLS = ("blob-download", "blob-upload", "table-query", "mqtt-publish")
SLOW_SHARE = 5


def main() -> None:
    given = _arguments()
    print(f"{'task':15}{'engine':18}{'records/s':>12}{'floor':>12}{'share':>8}{'alone':>12}{'Storm':>15}  answer", flush=True)
    logs, wrong = Path(tempfile.mkdtemp(prefix="iot-")), 0
    for engine in given.engine or ENGINES:
        with open_lab(TransportPlan(partitions=1), logs=logs, say=lambda _: None) as lab:
            floors = Floors(lab, engine)
            floors.of(_plan("tree", given.services), given.events)  # a JVM that has just started is slow
            floors.known.clear()
            for task in given.task or TASKS:
                events = given.events // SLOW_SHARE if task in ("xml", *CALLS) else given.events
                found = measured(floors, _plan(task, given.services), events)
                wrong += "WRONG" in found
                print(f"{task:15}{engine:18}{found}", flush=True)
    if wrong:
        sys.exit(ExitCode.WRONG_ANSWER)


class ReadAndWrite(WorkloadPlan):
    """A workload's records, read and written without its task."""

    def configured(self) -> ConfiguredWorkload:
        workload = super().configured()
        return replace(workload, flow=Flow("read-and-write", Sink(workload.flow.source)))


@dataclass(frozen=True)
class Floors:
    """What source and sink can do on an engine, measured once for each kind of record and number of them."""

    lab: Lab
    engine: str
    known: dict[tuple[Source, int], float] = field(default_factory=dict)

    def of(self, plan: WorkloadPlan, events: int) -> float:
        key = (plan.configured().flow.source, events)
        if key not in self.known:
            plain = ReadAndWrite(plan.name, plan.properties, plan.seed)
            self.known[key], verdict = on_spark(self.lab, self.engine, plain, events)
            if verdict != RIGHT:
                raise ValueError(f"reading and writing alone: {verdict}")
        return self.known[key]


def measured(floors: Floors, plan: WorkloadPlan, events: int) -> str:
    """What there is to say of a task."""
    workload = plan.configured()
    for where, support in load_engine(floors.engine).support.gaps(workload.flow):
        return f"{where}: {support}"
    floor = floors.of(plan, events)
    rate, verdict = on_spark(floors.lab, floors.engine, plan, events)
    with open_services(workload.flow, Path(tempfile.gettempdir())) as services:
        alone = bare_rate(services.flow, workload.stream.records(0, min(events, 20_000)))
    storm = STORM.get(plan.name.removeprefix("iot-"), MOST)
    return f"{rate:>12,.0f}{floor:>12,.0f}{rate / floor:>8.2f}{alone:>12,.0f}{storm:>15}  {verdict}"


def on_spark(lab: Lab, engine: str, plan: WorkloadPlan, events: int) -> tuple[float, str]:
    options = ONE_SLOT | ({"batch_records": events // BATCHES} if engine == "spark-microbatch" else {})
    stateful = engine == "spark-realtime" and plan.configured().flow.is_stateful
    options |= {"master": "local[2]"} if stateful else {}  # real-time mode needs a slot for each side of a shuffle
    with lab.trial(EnginePlan(engine, options), plan, events, partitions=1) as trial:
        base_ms = preload(trial.workload, trial.input, events)
        trial.end_input()
        with trial.running() as running:
            trial.wait(running, LIMITS)
        comparison, samples = trial.check(), trial.collector.samples()
        rate = records_per_second(samples["intended_ms"] - base_ms, samples["append_ms"], events)
        return rate or float("nan"), RIGHT if comparison.equal else f"WRONG: {comparison.examples[:1]}"


def bare_rate(flow: Flow, records: list[bytes]) -> float:
    """Rows a second of the step called task, alone."""
    decode = decoder(flow.source)
    rows = [row for number, value in enumerate(records) if (row := decode(Record(0, number, 0, value))) is not None]
    for step in flow.steps[1:]:
        list(_operator(step).on_row(rows[0], 0, 0))  # what is made once, such as a filter, is not the task
        operator = _operator(step)
        started = time.perf_counter()
        rows_out = [result for row in rows for result in operator.on_row(row, 0, 0)]
        seconds = time.perf_counter() - started
        if step.name == "task":
            return len(rows) / seconds
        rows = rows_out
    raise ValueError(f"flow {flow.name!r} has no step called task")


def _operator(step: Step) -> Operator:
    return OrderedOperator(step) if step.is_order_sensitive else OPERATORS[step.kind](step)


def _plan(task: str, services: str) -> WorkloadPlan:
    plan = WorkloadPlan(f"iot-{task}")
    called = {"services": services} if task in CALLS else {}
    return plan if task in OWN_STREAM else replace(plan, properties={"stream": "integers", **called})


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--engine", action="append", choices=ENGINES)
    parser.add_argument("--task", action="append", choices=TASKS)
    parser.add_argument("--services", default="embedded", choices=("embedded", "real"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
