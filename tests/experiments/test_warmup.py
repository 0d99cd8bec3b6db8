"""Where a trial is cut, and whether what is left was steady."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from streamgauge.errors import RequestError
from streamgauge.experiments.breakdown import BreakdownPlan
from streamgauge.experiments.latency import LatencyPlan
from streamgauge.experiments.plans import Plan, WorkloadPlan
from streamgauge.experiments.sustain import SustainPlan
from streamgauge.experiments.sweep import SweepPlan
from streamgauge.experiments.warmup import AUTO, Cut, cut

STEADY, RISING = np.full(30, 20.0), 20.0 + 5 * np.arange(30)


def offered(median_ms: Any) -> Any:
    """A trial with these per-second medians, and ten more seconds in which the engine caught up."""
    late = np.full(10, 9_000.0)
    series = SimpleNamespace(latency_ms={"p50": np.concatenate([median_ms, late])})
    return SimpleNamespace(series=lambda: series, offer=SimpleNamespace(seconds=float(len(median_ms))))


@pytest.mark.parametrize(("warmup", "from_s"), [(AUTO, 3.0), ("10", 10.0), ("12.5", 12.5)])
def test_the_rest_is_tested_wherever_the_cut_lies(warmup: str, from_s: float) -> None:
    assert cut(offered(STEADY), warmup) == Cut(from_s, is_settled=True)
    assert cut(offered(RISING), warmup).is_settled is False


@pytest.mark.parametrize("plan_type", [SustainPlan, SweepPlan, LatencyPlan, BreakdownPlan])
def test_no_experiment_takes_a_negative_warm_up(plan_type: type[Plan]) -> None:
    given: dict[str, Any] = {"workload": WorkloadPlan("wordcount"), "engines": (), "warmup": "-5"}
    with pytest.raises(RequestError, match="no time to warm up in"):
        plan_type(**given).check()


def test_of_too_short_a_rest_nobody_can_tell() -> None:
    assert cut(offered(STEADY), "21") == Cut(21.0, None)
