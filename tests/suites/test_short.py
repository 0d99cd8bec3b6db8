"""Plans made short: each of every suite can still be planned, takes seconds, and is what it was otherwise."""

from dataclasses import replace
from typing import Any

import pytest

from streamgauge.errors import RequestError
from streamgauge.experiments.breakdown import BreakdownPlan
from streamgauge.experiments.burst import BurstPlan
from streamgauge.experiments.closed import ClosedPlan
from streamgauge.experiments.latency import LatencyPlan
from streamgauge.experiments.plan_file import DEFAULT_ENGINES, PlannedRun, planned_runs
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.short import EVENTS, MARK, as_try, shortened
from streamgauge.experiments.sustain import SustainPlan
from streamgauge.experiments.sweep import SweepPlan
from streamgauge.experiments.throughput import ThroughputPlan
from streamgauge.streams.rates import parse_rate
from streamgauge.suites import SuitePlan, load_suite, suite_names

PLANS = [pytest.param(plan, id=f"{name}, {plan.about}"[:60]) for name in suite_names() for plan in load_suite(name).plans]
WHAT_STAYS = ("experiment", "workload", "engines", "transport", "limits")


def events_of(plan: Plan) -> int:
    """How many events a trial takes at most; a search has two probes, a sweep two rates."""
    match plan:
        case ThroughputPlan():
            return plan.events
        case ClosedPlan():
            return plan.events * plan.epochs
        case SustainPlan():
            return plan.probes * plan.offer(int(plan.rate)).events
        case SweepPlan():
            return sum(plan.offer(int(rate)).events for rate in plan.rates.split("/"))
        case LatencyPlan() | BreakdownPlan():
            return plan.offer(plan.rate).events
        case BurstPlan():
            return plan.offer().events
    raise AssertionError(plan)


def short(**data: Any) -> PlannedRun:
    (planned,) = planned_runs(shortened({"workload": {"name": "ysb"}} | data), "here")
    return planned


@pytest.mark.parametrize("plan", PLANS)
def test_every_plan_of_every_suite_is_short_and_can_be_planned(plan: SuitePlan) -> None:
    """For each engine by itself, as a suite does it: what an engine cannot do whole it cannot do shortly, and no more."""
    engines = plan.data.get("engines") or {name: {} for name in DEFAULT_ENGINES}
    found = [
        [planned_or_why({**data, "engines": {name: options}}) for data in (plan.data, shortened(plan.data))]
        for name, options in engines.items()
    ]
    assert any(isinstance(whole, list) for whole, _ in found)
    for whole, runs in found:
        if isinstance(whole, str) or isinstance(runs, str):
            assert whole == runs
            continue
        for before, after in zip(whole, runs, strict=True):
            assert_is_short_for(before, after)


def planned_or_why(data: dict[str, Any]) -> list[PlannedRun] | str:
    try:
        return planned_runs(data, "here")
    except RequestError as error:
        return error.what


def assert_is_short_for(whole: PlannedRun, short: PlannedRun) -> None:
    assert {name: short.data[name] for name in WHAT_STAYS} == {name: whole.data[name] for name in WHAT_STAYS}
    assert short.data != whole.data
    for point in short.points:
        assert point.plan.trials == 1
        assert not getattr(point.plan, "floor", False)
        assert events_of(point.plan) <= EVENTS


def test_what_is_short_already_stays() -> None:
    assert short(experiment="throughput", events=50).data["events"] == 50
    closed = short(experiment="closed", workload={"name": "wordcount"}, events=[10, 5_000], epochs=4).data
    assert (closed["events"], closed["epochs"]) == ([10, 2_000], 4)
    latency = short(experiment="latency", rate=100, seconds=3).data
    assert (latency["rate"], latency["seconds"]) == ("100", 3)


def test_nothing_is_measured_first_and_rates_become_one() -> None:
    assert short(experiment="latency", rate=["half", 20_000, 50_000]).data["rate"] == "500"
    assert short(experiment="sustain").data["rate"] == "500"
    assert short(experiment="sweep").data["rates"] == "250/500"


def test_a_shape_keeps_its_form() -> None:
    rate = short(experiment="latency", rate="normal:mean=6400,deviation=200,peak=7000").data["rate"]
    assert rate.startswith("normal:mean=")
    assert 450 < parse_rate(rate).rate_at(0) < 550


def test_bursts_stay_as_many_and_as_unlike() -> None:
    planned = short(experiment="burst", warmup="100")
    assert planned.data["rate"] == "bursts:calm=133,burst=667/2000,start=4,length=2,gap=2"
    plan: Any = planned.plan
    assert (plan.whole_s, plan.warmup_s, len(plan.bursts())) == (12, 2, 2)


def test_a_table_of_an_experiment_is_short_as_well() -> None:
    data = {"experiment": ["latency", "throughput"], "seconds": 60, "latency": {"rate": 50_000}, "workload": {"name": "ysb"}}
    latency, throughput = planned_runs(shortened(data), "here")
    assert (latency.data["rate"], latency.data["seconds"]) == ("500", 5.0)
    assert throughput.data["events"] == EVENTS


@pytest.mark.parametrize(("own", "told"), [(None, MARK), ("the sender was late", f"{MARK}; the sender was late")])
def test_every_trial_says_that_it_was_a_try(own: str | None, told: str) -> None:
    planned = short(experiment="throughput")
    measured = replace(planned.experiment, measure=lambda plan, bench: {"verified": True, "inconclusive": own})  # noqa: ARG005
    a_try = as_try(replace(planned, experiment=measured))
    assert a_try.is_short
    bench: Any = None
    assert a_try.experiment.measure(planned.plan, bench) == {"verified": True, "inconclusive": told}
