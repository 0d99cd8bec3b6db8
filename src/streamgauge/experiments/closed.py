"""Closed loop: an epoch of events runs to completion before the next begins (seed work 003).

Nothing else is under way while an epoch runs, so its time says nothing of a load that does not wait. Results of this
experiment are never ranked with those of the others.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.engines.base import RunningFlow
from streamgauge.engines.reference.machine import Machine
from streamgauge.errors import InconclusiveError, RequestError
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.plans import Limits, Plan
from streamgauge.experiments.status import Status
from streamgauge.experiments.trial import TooLateError, Trial
from streamgauge.experiments.watching import resource_figures, watched
from streamgauge.flow import Flow, Identification
from streamgauge.flow.answer import Answer, AnswerShape, compare
from streamgauge.flow.marks import EVENT, ORIGIN
from streamgauge.measure.latency import summarise
from streamgauge.transport.base import Record, Writer
from streamgauge.transport.placement import placement_for

WARM_UP_SHARE = 0.1


@dataclass(frozen=True, kw_only=True)
class ClosedPlan(Plan):
    """How many events make an epoch, and how many epochs; the first tenth of them is the warm-up."""

    events: int = 300
    epochs: int = 300

    def check(self) -> None:
        super().check()
        self.require_kafka()
        if self.events < 1 or self.epochs < 1:
            raise RequestError("there is no such epoch", where="--events, --epochs", fix="--events 300 --epochs 300")
        if self.workload.configured().flow.waits_for_time:
            raise RequestError(
                f"{self.workload.name} holds rows back until later records come: an epoch never ends",
                where="closed",
                fix="a workload that writes at once, or --set emission=update where there is such a property",
            )


@dataclass(frozen=True, slots=True)
class Epoch:
    """The records of an epoch, and the rows that are right at its end, of those that it changes."""

    first_event: int
    values: Sequence[bytes]
    rows: Answer


def epochs_of(flow: Flow, values: Sequence[bytes], size: int) -> Iterator[Epoch]:
    """Cut records into epochs; the reference says what each of them changes."""
    machine, so_far, by_origin = Machine(flow), Answer(AnswerShape.of(flow)), flow.identification is Identification.ORIGIN
    for first in range(0, len(values), size):
        changed = Answer(so_far.shape)
        for number, value in enumerate(values[first : first + size], start=first):
            for row in machine.process(Record(partition=0, offset=number, timestamp_ms=0, value=value)):
                if by_origin:
                    row[EVENT] = row[ORIGIN][1:]
                identity = so_far.add(row)
                changed.rows[identity] = so_far.rows[identity]
        yield Epoch(first, values[first : first + size], changed)


def measure_closed(plan: ClosedPlan, bench: Bench) -> dict[str, Any]:
    """One trial. The records are made before the clock starts."""
    import numpy as np

    lab, events = bench.lab, plan.events * plan.epochs
    with lab.trial(bench.engine, plan.workload, events, plan.transport.partitions) as trial:
        epochs = list(epochs_of(trial.workload.flow, trial.workload.stream.records(0, events), plan.events))
        bench.folder.event("start", trial=bench.label, engine=trial.engine_name)
        times_ms = np.zeros((len(epochs), 2), dtype=np.int64)
        writer = trial.input.writer()
        with watched(lab, trial) as watch, trial.running() as running:
            for number, epoch in enumerate(epochs):
                lab.show(Status("epochs", trial.engine_name, bench.label, elapsed_s=number, planned_s=plan.epochs))
                times_ms[number] = _run(epoch, trial, running, writer, plan.limits)
        writer.close()
        bench.folder.event("stop", trial=bench.label, engine=trial.engine_name)
        has_rows = np.array([bool(epoch.rows.rows) for epoch in epochs])
        samples = {"start_ms": times_ms[:, 0], "end_ms": times_ms[:, 1], "has_rows": has_rows}
        bench.folder.save_samples(f"{bench.label}-epochs", samples)
        bench.folder.save_samples(f"{bench.label}-resources", watch.usage.to_data())
        used = watch.usage.over(int(times_ms[_warm_up(len(epochs)), 0]), int(times_ms[-1, 1]))
        return _figures(plan, trial, times_ms[:, 1] - times_ms[:, 0], has_rows) | resource_figures(used)


def _run(epoch: Epoch, trial: Trial, running: RunningFlow, writer: Writer, limits: Limits) -> tuple[int, int]:
    """Send an epoch and wait until its rows are right: when it was handed over, and when its last row was appended."""
    start_ms, deadline = time.time_ns() // 1_000_000, time.monotonic() + limits.limit_s
    partitions = placement_for(trial.workload.flow, trial.input.partitions).spread(epoch.first_event, epoch.values)
    for partition, value in zip(partitions, epoch.values, strict=True):
        writer.send(partition, value, start_ms)
    writer.flush()
    if not epoch.rows.rows:
        return start_ms, start_ms  # nothing comes out of it: there is nothing to wait for, and no time to tell
    while not (trial.collector.poll(timeout_s=0.2) and _has(trial.collector.answer, epoch.rows)):
        trial.refuse_failure(running)
        if time.monotonic() > deadline:
            raise TooLateError(
                f"{trial.engine_name} had not finished an epoch after {limits.limit_s:g} s",
                where=f"event {epoch.first_event}",
                fix="give it more time with --limit",
            )
    return start_ms, trial.collector.newest_append_ms


def _warm_up(epochs: int) -> int:
    """How many of the first are not counted; at least one is."""
    return min(round(epochs * WARM_UP_SHARE), epochs - 1)


def _has(observed: Answer, wanted: Answer) -> bool:
    """Are these rows right by now?"""
    part = Answer(wanted.shape)
    part.rows = {identity: observed.rows[identity] for identity in wanted.rows if identity in observed.rows}
    return len(part) == len(wanted) and compare(wanted, part, repeats_allowed=True, examples=0).equal


def _figures(plan: ClosedPlan, trial: Trial, epoch_ms: Any, has_rows: Any) -> dict[str, Any]:
    """What the epochs behind the warm-up took, of those that something comes out of."""
    import numpy as np

    comparison = trial.check()
    behind = _warm_up(len(epoch_ms))
    warm = epoch_ms[behind:][has_rows[behind:]]
    if not len(warm):
        raise InconclusiveError(
            f"nothing comes out of any epoch of {trial.workload.workload.name}: there is no end to measure",
            where=f"epochs of {plan.events:,} events",
            fix="more --events in an epoch",
        )
    summary, shares = summarise(warm), range(1, 101)
    return {
        "engine": trial.engine_name,
        "emission": trial.workload.flow.emission.value,
        "loop": "closed",
        "events": plan.events,
        "epochs": len(warm),
        "silent_epochs": len(epoch_ms) - behind - len(warm),
        "partitions": trial.input.partitions,
        "epoch_ms": summary.to_data() if summary else None,
        "cdf_ms": [float(value) for value in np.percentile(warm, shares, method="inverted_cdf")],
        "outputs_per_input": round(comparison.written / trial.events, 3),
        "broken": trial.broken(),
        "verified": comparison.equal,
        "repeated": comparison.repeated,
        "differences": list(comparison.examples),
    }


EXPERIMENT = Experiment("closed", ClosedPlan, measure_closed, compared=(("epoch_ms.p50", "median time of an epoch"),))
