"""Throughput, offline: a topic filled beforehand, emptied as fast as the engine can."""

from dataclasses import dataclass, field, replace
from typing import Any

from streamgauge.engines import load_engine
from streamgauge.errors import InconclusiveError
from streamgauge.experiments.lab import Lab, open_lab
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.surroundings import Say
from streamgauge.experiments.trial import Trial
from streamgauge.measure.throughput import records_per_second
from streamgauge.runs.folder import RunFolder

BATCHES = 10  # where an engine works in batches, the input is cut into so many, unless the user says otherwise


@dataclass(frozen=True, slots=True)
class ThroughputPlan:
    """How much is preloaded; its first fifth is the warm-up."""

    workload: WorkloadPlan
    engines: tuple[EnginePlan, ...]
    events: int = 500_000
    transport: TransportPlan = field(default_factory=TransportPlan)
    limits: Limits = field(default_factory=Limits)


def run_throughput(plan: ThroughputPlan, folder: RunFolder, say: Say) -> dict[str, Any]:
    """Measure each engine in turn; the result has one entry for each."""
    with open_lab(plan.workload, plan.engines, plan.transport, events=plan.events, logs=folder.logs, say=say) as lab:
        measured = [_measure(plan, each, lab, folder) for each in plan.engines]
    return {"experiment": "throughput", "workload": plan.workload.name, "events": plan.events, "engines": measured}


def _measure(plan: ThroughputPlan, engine: EnginePlan, lab: Lab, folder: RunFolder) -> dict[str, Any]:
    with lab.trial(_in_batches(engine, plan.events)) as trial:
        lab.say(f"preloading {plan.events:,} events")
        base_ms = preload(lab.workload, trial.input, plan.events)
        trial.end_input()
        lab.say(f"running {lab.workload.name} on {engine.name}")
        folder.event("start", engine=engine.name)
        with trial.running() as running:
            trial.wait(running, plan.limits)
        folder.event("stop", engine=engine.name)
        return _figures(trial, base_ms, folder)


def _in_batches(engine: EnginePlan, events: int) -> EnginePlan:
    has_batches = any(option.name == "batch_records" for option in load_engine(engine.name).options)
    default = {"batch_records": max(1, events // BATCHES)} if has_batches else {}
    return replace(engine, options=default | dict(engine.options))


def _figures(trial: Trial, base_ms: int, folder: RunFolder) -> dict[str, Any]:
    comparison = trial.check()
    samples = trial.collector.samples()
    positions = samples["intended_ms"] - base_ms
    folder.save_samples(f"{trial.engine_name}-throughput", {"position": positions, "append_ms": samples["append_ms"]})
    rate = records_per_second(positions, samples["append_ms"], trial.events)
    if rate is None and comparison.equal:
        raise InconclusiveError(
            f"{trial.engine_name} wrote everything at once: no time to measure in",
            where=f"{trial.events:,} events",
            fix="more --events",
        )
    unit = trial.workload.workload.unit
    return {
        "engine": trial.engine_name,
        "emission": trial.workload.flow.emission.value,
        "events": trial.events,
        "partitions": trial.input.partitions,
        "records_per_second": None if rate is None else round(rate),
        "unit": unit.name,
        "units_per_second": None if rate is None else round(rate * unit.count(trial.expected, trial.events) / trial.events),
        "outputs_per_input": round(comparison.written / trial.events, 3),
        "broken": trial.broken(),
        "verified": comparison.equal,
        "repeated": comparison.repeated,
        "differences": list(comparison.examples),
    }
