"""Many workloads on one engine: gaps are told, failures do not stop the others."""

from pathlib import Path

import pytest

from streamgauge.errors import DataError, EngineError, RequestError
from streamgauge.experiments import family_verification
from streamgauge.experiments.family_verification import verify_each
from streamgauge.experiments.lab import Lab
from streamgauge.experiments.plans import EnginePlan, TransportPlan, WorkloadPlan
from streamgauge.experiments.verification import Verification, VerificationPlan, verify_in

FILES = TransportPlan("files")


def plans(engine: str, *names: str) -> list[VerificationPlan]:
    return [VerificationPlan(WorkloadPlan(f"nexmark-{name}"), EnginePlan(engine), 200, FILES) for name in names]


def test_each_answer_is_compared(tmp_path: Path) -> None:
    outcomes = list(verify_each(plans("reference", "q1", "q4"), tmp_path, lambda _: None))
    assert [outcome.plan.workload.name for outcome in outcomes] == ["nexmark-q1", "nexmark-q4"]
    assert [bool(outcome.verification) and not outcome.is_wrong for outcome in outcomes] == [True, True]


def test_what_an_engine_cannot_run_is_told_and_nothing_is_opened(tmp_path: Path) -> None:
    outcomes = list(verify_each(plans("spark-realtime", "q3", "q5"), tmp_path, lambda _: None))
    assert [outcome.verification for outcome in outcomes] == [None, None]
    assert "no join of two streams" in outcomes[0].gap
    assert "never" in outcomes[1].gap


@pytest.mark.parametrize("kind", [DataError, EngineError])
def test_a_failure_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[DataError] | type[EngineError]
) -> None:
    def fail_in_q1(lab: Lab, plan: VerificationPlan) -> Verification:
        if plan.workload.name == "nexmark-q1":
            raise kind("it broke", where="here", fix="mend it")
        return verify_in(lab, plan)

    monkeypatch.setattr(family_verification, "verify_in", fail_in_q1)
    failed, done = verify_each(plans("reference", "q1", "q2"), tmp_path, lambda _: None)
    assert isinstance(failed.failure, kind)
    assert (failed.verification, failed.is_wrong) == (None, False)
    assert done.verification is not None


def test_a_transport_that_the_engine_cannot_read_is_refused_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="no file source"):
        list(verify_each(plans("spark-realtime", "q3", "q1"), tmp_path, lambda _: None))
