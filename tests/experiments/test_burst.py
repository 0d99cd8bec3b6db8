"""Which bursts of a shape count."""

from dataclasses import replace

import pytest

from streamgauge.errors import RequestError
from streamgauge.experiments.burst import BurstPlan
from streamgauge.experiments.plans import EnginePlan, WorkloadPlan
from streamgauge.measure.bursts import Burst

SHAPE = "bursts:calm=100,burst=1000/2000,start=20,length=10,gap=30"  # 20 to 30 s, 60 to 70 s


def planned(warmup: str = "auto", rate: str = SHAPE) -> BurstPlan:
    return BurstPlan(workload=WorkloadPlan("wordcount"), engines=(EnginePlan("dual"),), rate=rate, warmup=warmup)


def test_the_first_half_of_the_calm_is_the_warm_up() -> None:
    plan = planned()
    plan.check()
    assert (plan.warmup_s, plan.bursts()) == (10, [Burst(20, 30), Burst(60, 70)])


def test_a_burst_before_the_end_of_the_warm_up_is_part_of_it() -> None:
    plan = planned("45")
    plan.check()
    assert (plan.warmup_s, plan.bursts()) == (45, [Burst(60, 70)])


@pytest.mark.parametrize("warmup", ["20", "25", "65", "80"])
def test_a_warm_up_that_leaves_no_calm_before_a_burst_is_refused(warmup: str) -> None:
    with pytest.raises(RequestError, match="no calm before a burst"):
        planned(warmup).check()


def test_a_shape_without_a_burst_is_refused() -> None:
    with pytest.raises(RequestError, match="no calm before a burst"):
        planned(rate="500").check()
    with pytest.raises(RequestError, match="no calm before a burst"):
        replace(planned(), seconds=0.5).check()


@pytest.mark.parametrize("warmup", ["-5", "nan", "soon"])
def test_a_warm_up_that_is_no_time_is_refused(warmup: str) -> None:
    with pytest.raises(RequestError, match="no time to warm up in"):
        planned(warmup).check()
