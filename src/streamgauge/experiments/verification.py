"""Verification: run a workload on an engine and compare its answer with the reference, row by row."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamgauge.experiments.broken import refuse_broken
from streamgauge.experiments.lab import Lab, open_lab, refuse_impossible
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.surroundings import Say
from streamgauge.flow.answer import Comparison


@dataclass(frozen=True, slots=True)
class VerificationPlan:
    """What to verify. Broken records are passed over and counted; `is_strict` refuses them."""

    workload: WorkloadPlan
    engine: EnginePlan
    events: int
    transport: TransportPlan = field(default_factory=TransportPlan)
    limits: Limits = field(default_factory=Limits)
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class Verification:
    """How the answer compares, which records were broken, and how long the engine took."""

    comparison: Comparison
    broken: dict[str, Any]
    seconds: float


def verify(plan: VerificationPlan, logs: Path, say: Say) -> Verification:
    """Run the plan. A wrong answer is a result here, not an exception."""
    refuse_impossible(plan.workload, [plan.engine], plan.transport)
    with open_lab(plan.transport, logs=logs, say=say) as lab:
        return verify_in(lab, plan)


def verify_in(lab: Lab, plan: VerificationPlan) -> Verification:
    """Run the plan in a lab that is open: several can share one."""
    if plan.is_strict:
        refuse_broken(lab.answer(plan.workload, plan.events), plan.workload.input)
    with lab.trial(plan.engine, plan.workload, plan.events) as trial:
        lab.say(f"sending {plan.events:,} events")
        preload(trial.workload, trial.input, plan.events)
        trial.end_input()
        lab.say(f"running {plan.workload.name} on {plan.engine.name}")
        started = time.monotonic()
        with trial.running() as running:
            trial.wait(running, plan.limits)
        seconds = round(time.monotonic() - started, 3)
        return Verification(trial.check(), trial.broken(), seconds)
