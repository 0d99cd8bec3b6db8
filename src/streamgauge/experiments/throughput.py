"""Throughput, offline: a topic filled beforehand, emptied as fast as the engine can."""

from dataclasses import dataclass, replace
from typing import Any

from streamgauge.engines import load_engine
from streamgauge.errors import RequestError
from streamgauge.experiments.convergence import save_convergence
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.plans import EnginePlan, Plan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.status import Status
from streamgauge.experiments.trial import Trial
from streamgauge.experiments.watching import resource_figures, watched
from streamgauge.measure.throughput import measured_ms, records_per_second
from streamgauge.measure.usage import Usage
from streamgauge.runs.folder import RunFolder

WARM_UP_SHARE = 5  # so many times as many events are measured as are worked off before, and as are cut off at the start
# Where an engine works in batches, the input is cut into so many unless the user says otherwise: few, so that what a batch costs
# whatever it holds counts little. The first is the warm-up.
BATCHES = 5
AT_ONCE = "it wrote everything at once, which leaves no time to measure in: more --events"


@dataclass(frozen=True, kw_only=True)
class ThroughputPlan(Plan):
    """How much is preloaded; its first fifth is the warm-up.

    Before the first trial of a workload in a run the engine works off a fifth as many in a query of its own, unmeasured: an
    engine that has just been started compiles its code first, which can take longer than all the rest.
    """

    events: int = 500_000

    def check(self) -> None:
        super().check()
        if self.events < 1:
            raise RequestError(f"{self.events} is not a positive number", where="--events", fix="--events 1000")


def measure_throughput(plan: ThroughputPlan, bench: Bench) -> dict[str, Any]:
    """One trial."""
    engine, lab, folder = _in_batches(bench.engine, plan.events), bench.lab, bench.folder
    _warm_up(plan, bench)
    with lab.trial(engine, plan.workload, plan.events, plan.transport.partitions) as trial:
        lab.say(f"{bench.label}: preloading {plan.events:,} events")
        lab.show(Status("preloading", engine.name, bench.label))
        base_ms = preload(trial.workload, trial.input, plan.events)
        trial.end_input()
        lab.say(f"{bench.label}: running {plan.workload.name}")
        lab.show(Status("emptying the topic", engine.name, bench.label))
        folder.event("start", trial=bench.label, engine=engine.name)
        with watched(lab, trial) as watch:
            with trial.running() as running:
                trial.wait(running, plan.limits)
            watch.sample()
        folder.event("stop", trial=bench.label, engine=engine.name)
        return figures_of(trial, base_ms, watch.usage, folder, bench.label)


def _warm_up(plan: ThroughputPlan, bench: Bench) -> None:
    """Once for each engine and workload; the query goes the same way, with smaller batches."""
    lab, events = bench.lab, max(1, plan.events // WARM_UP_SHARE)
    key = ("warm", repr(bench.engine), repr(plan.workload))
    if key in lab.known:
        return
    lab.say(f"{bench.label}: {events:,} events to warm up")
    with lab.trial(_in_batches(bench.engine, events), plan.workload, events, plan.transport.partitions) as trial:
        lab.show(Status("warming up", bench.engine.name, bench.label))
        preload(trial.workload, trial.input, events)
        trial.end_input()
        with trial.running() as running:
            trial.wait(running, plan.limits)
    lab.known[key] = 1


def _in_batches(engine: EnginePlan, events: int) -> EnginePlan:
    has_batches = any(option.name == "batch_records" for option in load_engine(engine.name).options)
    default = {"batch_records": max(1, events // BATCHES)} if has_batches else {}
    return replace(engine, options=default | dict(engine.options))


def figures_of(trial: Trial, base_ms: int, usage: Usage, folder: RunFolder, label: str) -> dict[str, Any]:
    """The figures of a trial that has ended; `base_ms` is the stamp of event 0."""
    comparison = trial.check()
    samples = trial.collector.samples()
    positions = samples["intended_ms"] - base_ms
    folder.save_samples(f"{label}-throughput", {"position": positions, "append_ms": samples["append_ms"]})
    folder.save_samples(f"{label}-resources", usage.to_data())
    save_convergence(trial, folder, label)
    rate = records_per_second(positions, samples["append_ms"], trial.events)
    unit = trial.workload.workload.unit
    return {
        "engine": trial.engine_name,
        "emission": trial.workload.flow.emission.value,
        "events": trial.events,
        "partitions": trial.input.partitions,
        "records_per_second": None if rate is None else round(rate),
        "unit": unit.name,
        "units_per_second": None if rate is None else round(rate * unit.count(trial.expected, trial.events) / trial.events),
        **_shares(trial, rate, usage, measured_ms(positions, samples["append_ms"], trial.events)),
        "outputs_per_input": round(comparison.written / trial.events, 3),
        "broken": trial.broken(),
        "verified": comparison.equal,
        "inconclusive": AT_ONCE if rate is None and comparison.equal else None,
        "repeated": comparison.repeated,
        "differences": list(comparison.examples),
    }


def _shares(trial: Trial, rate: float | None, usage: Usage, span: tuple[int, int] | None) -> dict[str, Any]:
    """The rate by what it took over the same time and by where it came from."""
    part = usage.over(*span) if span else Usage([])
    engine, executors = part.of("engine"), [each.figures.get("engine.executors", 1) for each in usage.samples]
    counts = trial.collector.by_partition()
    return {
        "records_per_core_second": round(rate / engine.cores) if rate and engine and engine.cores else None,
        "records_per_executor_second": round(rate / max(executors)) if rate and executors else None,
        "imbalance": round(max(counts) * len(counts) / sum(counts), 3) if sum(counts) else None,
        **resource_figures(part),
    }


EXPERIMENT = Experiment("throughput", ThroughputPlan, measure_throughput, compared=(("records_per_second", "throughput"),))
