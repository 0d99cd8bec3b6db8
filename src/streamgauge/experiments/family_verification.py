"""Verification of many workloads, one after the other, on one engine that is opened once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from streamgauge.engines import load_engine
from streamgauge.errors import DataError, EngineError
from streamgauge.experiments.lab import Lab, open_lab, refuse_impossible
from streamgauge.experiments.surroundings import Say
from streamgauge.experiments.verification import Verification, VerificationPlan, verify_in


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one workload: how its answer compares, or why there is none."""

    plan: VerificationPlan
    verification: Verification | None = None
    gap: str = ""  # what the engine cannot do of it
    failure: DataError | EngineError | None = None  # its data have no answer, or the engine failed

    @property
    def is_wrong(self) -> bool:
        return self.verification is not None and not self.verification.comparison.equal


def verify_each(plans: Sequence[VerificationPlan], logs: Path, say: Say) -> Iterator[Outcome]:
    """The outcomes, each as soon as it is known. All plans are on one engine and one transport.

    What the engine cannot run, or fails in, or has no answer does not keep the others from running.
    """
    gaps = [gap_of(plan) for plan in plans]
    runnable = [plan for plan, gap in zip(plans, gaps, strict=True) if not gap]
    for plan in runnable:
        refuse_impossible(plan.workload, [plan.engine], plan.transport)
    if not runnable:
        yield from (Outcome(plan, gap=gap) for plan, gap in zip(plans, gaps, strict=True))
        return
    with open_lab(plans[0].transport, logs=logs, say=say) as lab:
        for plan, gap in zip(plans, gaps, strict=True):
            yield Outcome(plan, gap=gap) if gap else _outcome(lab, plan)


def gap_of(plan: VerificationPlan) -> str:
    """The first thing of the workload that its engine cannot do; empty if it can run it."""
    flow = plan.workload.configured().flow
    return next((f"{where}: {support}" for where, support in load_engine(plan.engine.name).support.gaps(flow)), "")


def _outcome(lab: Lab, plan: VerificationPlan) -> Outcome:
    try:
        return Outcome(plan, verification=verify_in(lab, plan))
    except (DataError, EngineError) as error:
        return Outcome(plan, failure=error)
