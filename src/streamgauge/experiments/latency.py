"""Latency, online: records arrive at a rate that does not care whether the engine keeps up."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamgauge.engines.base import RunningFlow
from streamgauge.errors import RequestError
from streamgauge.experiments.lab import Lab, open_lab
from streamgauge.experiments.own_latency import own_figures
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.sending import SenderProcess, refuse_late_sender
from streamgauge.experiments.surroundings import Say
from streamgauge.experiments.trial import Trial
from streamgauge.measure.latency import summarise
from streamgauge.runs.folder import RunFolder
from streamgauge.streams.rates import parse_rate
from streamgauge.workloads.own_latency import Timetable

LATENESS_BOUND_MS = 100.0
PRIMING_EVENTS = 1000
MOST_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class LatencyPlan:
    """At which rate, for how long; the warm-up comes on top and is cut by intended time.

    Starting an engine takes seconds, and what piles up meanwhile would be measured for long afterwards. So the first events
    are sent ahead, and the schedule begins only when the engine has dealt with some of them.
    """

    workload: WorkloadPlan
    engines: tuple[EnginePlan, ...]
    rate: str = "2000"
    seconds: float = 20.0
    warmup_s: float = 15.0
    transport: TransportPlan = field(default_factory=TransportPlan)
    limits: Limits = field(default_factory=Limits)

    def events(self) -> int:
        """How many events the rate makes in that time; a plan that cannot be measured is refused."""
        rate = parse_rate(self.rate)
        if not rate.is_paced:
            raise RequestError("latency needs a rate to hold", where=f"--rate {self.rate}", fix="--rate 2000, or run throughput")
        if self.transport.kind != "kafka":
            raise RequestError(
                "latency is measured by Kafka's clock", where=f"--transport {self.transport.kind}", fix="leave it out"
            )
        if not (0 < self.seconds <= MOST_SECONDS and 0 <= self.warmup_s <= MOST_SECONDS):
            raise RequestError("there is no such time to measure in", where="--seconds, --warmup", fix="--seconds 20 --warmup 15")
        events = rate.events_within(self.warmup_s + self.seconds)
        if events == rate.events_within(self.warmup_s):
            raise RequestError("no event is due after the warm-up", where=f"--rate {self.rate}", fix="a longer --seconds")
        return PRIMING_EVENTS + events


def run_latency(plan: LatencyPlan, folder: RunFolder, say: Say) -> dict[str, Any]:
    """Measure each engine in turn; the result has one entry for each."""
    with open_lab(plan.workload, plan.engines, plan.transport, events=plan.events(), logs=folder.logs, say=say) as lab:
        measured = [_measure(plan, each, lab, folder) for each in plan.engines]
    own = lab.workload.workload.own_latency
    about = {"experiment": "latency", "workload": plan.workload.name, "rate": plan.rate}
    return about | {"own_latency": own.to_data() if own else None, "engines": measured}


def _measure(plan: LatencyPlan, engine: EnginePlan, lab: Lab, folder: RunFolder) -> dict[str, Any]:
    lateness = folder.samples / f"{engine.name}-lateness.parquet"
    with lab.trial(engine) as trial:
        folder.event("start", engine=engine.name)
        if lab.workload.workload.own_latency is not None:
            trial.collector.keep_last_append()
        with trial.running() as running:
            preload(lab.workload, trial.input, PRIMING_EVENTS)
            trial.wait_for_first_output(running, plan.limits)
            lab.say(f"{engine.name}: sending {plan.rate}/s for {plan.warmup_s:g} s of warm-up and {plan.seconds:g} s")
            report = _send(plan, trial, running, lateness, folder)
            folder.event("sent", engine=engine.name, records=report["records"], start_ms=report["start_ms"])
            trial.end_input()
            trial.wait(running, plan.limits)
        folder.event("stop", engine=engine.name)
        warm_from_ms = report["start_ms"] + round(plan.warmup_s * 1000)
        figures = _figures(trial, warm_from_ms, _lateness_p99_ms(lateness, plan.warmup_s), folder)
        return figures | own_figures(trial, _timetable(plan, trial, report["start_ms"], warm_from_ms), folder)


def _send(plan: LatencyPlan, trial: Trial, running: RunningFlow, lateness: Path, folder: RunFolder) -> dict[str, Any]:
    """Send at the plan's rate while the engine runs; the output is only read afterwards, so that nothing is disturbed."""
    with SenderProcess.start(
        plan.workload,
        trial.input,
        plan.transport,
        first_event=PRIMING_EVENTS,
        events=trial.events - PRIMING_EVENTS,
        rate=plan.rate,
        lateness=lateness,
        log=folder.logs / "sender.log",
    ) as sender:
        while sender.is_running:
            trial.refuse_failure(running)
            time.sleep(0.1)
        return sender.report()


def _figures(trial: Trial, warm_from_ms: int, lateness_p99_ms: float, folder: RunFolder) -> dict[str, Any]:
    comparison = trial.check()
    samples = trial.collector.samples()
    folder.save_samples(f"{trial.engine_name}-latency", samples)
    if comparison.equal:  # a wrong answer is wrong however late its input was
        refuse_late_sender(lateness_p99_ms, LATENESS_BOUND_MS)
    warm = samples["intended_ms"] >= warm_from_ms
    summary = summarise((samples["append_ms"] - samples["intended_ms"])[warm])
    return {
        "engine": trial.engine_name,
        "emission": trial.workload.flow.emission.value,
        "events": trial.events,
        "outputs_per_input": round(comparison.written / trial.events, 3),
        "samples": summary.samples if summary else 0,
        "latency_ms": summary.to_data() if summary else None,
        "lateness_ms": {"p99": lateness_p99_ms},
        "broken": trial.broken(),
        "verified": comparison.equal,
        "repeated": comparison.repeated,
        "differences": list(comparison.examples),
    }


def _timetable(plan: LatencyPlan, trial: Trial, start_ms: int, warm_from_ms: int) -> Timetable:
    rate = parse_rate(plan.rate)

    def due_ms(event: int) -> int:
        return start_ms + int(rate.intended_ns(event - PRIMING_EVENTS, 1)[0]) // 1_000_000

    return Timetable(due_ms, first_event=PRIMING_EVENTS, end_event=trial.events, warm_from_ms=warm_from_ms)


def _lateness_p99_ms(path: Path, warmup_s: float) -> float:
    import numpy as np
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    sent_ns, late_ns, count = (table[name].to_numpy() for name in ("sent_ns", "lateness_ns", "count"))
    warm = sent_ns >= warmup_s * 1e9
    if not warm.any():
        return 0.0
    weighted = np.repeat(late_ns[warm], count[warm])
    return round(float(np.quantile(weighted, 0.99, method="inverted_cdf")) / 1e6, 3)
