"""Who is measured when, and what a run makes of its trials."""

from pathlib import Path
from typing import Any

import pytest

from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.plans import EnginePlan, Plan, WorkloadPlan
from streamgauge.experiments.results import result_of
from streamgauge.experiments.rounds import Point, run_turns, turns
from streamgauge.report.remarks import remarks
from streamgauge.runs.folder import RunFolder

PLAN = Plan(workload=WorkloadPlan("grep"), engines=(EnginePlan("a"), EnginePlan("b")), trials=4)
EXPERIMENT = Experiment("throughput", Plan, lambda *_: {}, compared=(("records_per_second", "throughput"),))


class Silent:
    """A lab that says nothing."""

    turn = ""

    def say(self, text: str) -> None:
        pass


def entry(engine: str, value: float | None, trial: int = 1, **more: Any) -> dict[str, Any]:
    figures = {"records_per_second": value, "verified": True, "settings": {}, "trial": trial, "label": engine}
    return {"engine": engine, "emission": "update", **figures, "broken": {"count": 0, "records": []}, "disturbed": False} | more


def test_engines_alternate_at_each_point() -> None:
    points = [Point({"rate": rate}, PLAN) for rate in (1, 2)]
    order = turns(points)
    assert [(turn.engine.name, turn.trial) for turn in order[:8]] == [
        ("a", 1), ("b", 1), ("b", 2), ("a", 2), ("a", 3), ("b", 3), ("b", 4), ("a", 4)
    ]  # fmt: skip
    assert [turn.label for turn in order[7:9]] == ["a-point1-4", "a-point2-1"]
    assert len({turn.label for turn in order}) == len(order) == 16


def test_one_trial_at_one_point_is_named_by_its_engine() -> None:
    plan = Plan(workload=PLAN.workload, engines=PLAN.engines)
    assert [turn.label for turn in turns([Point({}, plan)])] == ["a", "b"]


def test_what_was_measured_stays_when_a_run_is_cut_short(tmp_path: Path) -> None:
    def measure(plan: Plan, bench: Bench) -> dict[str, Any]:
        assert plan.engines == (bench.engine,)
        if bench.label == "b-2":
            raise KeyboardInterrupt
        return entry(bench.engine.name, 1.0)

    measured: list[dict[str, Any]] = []
    folder = RunFolder.create(tmp_path, "x", {}, {})
    with pytest.raises(KeyboardInterrupt):
        run_turns(Experiment("x", Plan, measure), turns([Point({}, PLAN)]), Silent(), folder, measured)  # type: ignore[arg-type]
    assert [each["label"] for each in measured] == ["a-1", "b-1"]
    assert sorted(path.stem for path in (folder.path / "trials").iterdir()) == ["a-1", "b-1"]


def test_the_median_of_the_trials_and_the_sentence() -> None:
    values = {"a": [100.0, 104.0, 98.0, 101.0], "b": [210.0, 200.0, 205.0, 208.0]}
    measured = [entry(name, value, trial) for name, each in values.items() for trial, value in enumerate(each, start=1)]
    result = result_of(EXPERIMENT, PLAN, measured, is_partial=False)
    assert [(each["engine"], each["records_per_second"], each["trials"]) for each in result["engines"]] == [
        ("a", 100.5, 4),
        ("b", 206.5, 4),
    ]
    assert len(result["measured"]) == 8
    (comparison,) = result["comparisons"]
    assert comparison["verdict"] == "different"
    assert comparison["noise_floor"] > 0
    assert comparison["sentence"].startswith("b: 2.0 times the throughput of a, 95 % interval ")
    assert remarks(result)[0] == comparison["sentence"]


def test_few_trials_are_told_once_and_doubtful_ones_are_not_compared() -> None:
    measured = [entry(name, value) for name, value in (("a", 1.0), ("b", 2.0))]
    result = result_of(EXPERIMENT, PLAN, measured, is_partial=True)
    assert remarks(result) == [
        "not enough trials to compare the engines; try: --trials 5",
        "PARTIAL: the run was cut short; these are the trials that had ended",
    ]
    late = [entry(name, value, t, inconclusive="late") for name, value in (("a", 1.0), ("b", 2.0)) for t in range(5)]
    result = result_of(EXPERIMENT, PLAN, late, is_partial=False)
    assert result["comparisons"][0]["verdict"] == "not enough trials"
    assert [each["inconclusive"] for each in result["engines"]] == ["late", "late"]


def test_one_wrong_trial_makes_the_engine_wrong_and_one_disturbed_doubtful() -> None:
    measured = [entry("a", 1.0, 1), entry("a", 3.0, 2, verified=False, disturbed=True, others_cores=1.5)]
    measured[0]["others_cores"] = 0.1
    (summary,) = result_of(EXPERIMENT, PLAN, measured, is_partial=False)["engines"]
    assert (summary["verified"], summary["disturbed"], summary["records_per_second"]) == (False, True, 2.0)


def test_what_is_told_of_parts_is_the_middle_of_the_trials_as_well() -> None:
    bursts = [
        [{"catch_up_s": 4.0, "overshoot_ms": ms}, {"catch_up_s": late, "overshoot_ms": 9}] for ms, late in ((10, 1), (30, None))
    ]
    rates = [[{"offered": 1000, "verified": verified}] for verified in (True, False)]
    measured = [
        entry("a", 1.0, trial, bursts=bursts[trial - 1], rates=rates[trial - 1], settled=trial == 1, differences=differences)
        for trial, differences in ((1, []), (2, ["missing: a row"]))
    ]
    (summary,) = result_of(EXPERIMENT, PLAN, measured, is_partial=False)["engines"]
    assert summary["bursts"] == [{"catch_up_s": 4.0, "overshoot_ms": 20}, {"catch_up_s": None, "overshoot_ms": 9}]
    assert summary["rates"] == [{"offered": 1000, "verified": False}]
    assert (summary["settled"], summary["differences"]) == (False, ["missing: a row"])


@pytest.mark.parametrize(("cores", "told"), [(1.5, "1.5 cores"), (None, "the machine")])
def test_by_how_much_a_trial_was_disturbed_is_told_whatever_the_others_say(cores: float | None, told: str) -> None:
    measured = [entry("a", 1.0, 1, disturbed=True, others_cores=cores), *(entry("a", 1.0, t, others_cores=0.0) for t in (2, 3))]
    result = result_of(EXPERIMENT, PLAN, measured, is_partial=False)
    assert remarks(result)[-1].startswith(f"DISTURBED: while a was measured, others kept {told} busy; leave")


@pytest.mark.parametrize(
    ("found", "middle"),
    [
        (((4000, 8000), (4000, 8000), (8000, None)), (4000, 8000)),
        (((None, 4000), (5000, 6000), (5200, 6100)), (5000, 6000)),
        (((8000, None), (8000, None), (4000, 8000)), (8000, None)),
        (((None, 900), (None, 800), (1000, 2000)), (None, 900)),
    ],
)
def test_an_end_that_one_trial_did_not_find_is_not_missing_from_all(
    found: tuple[tuple[int | None, int | None], ...], middle: tuple[int | None, int | None]
) -> None:
    measured = [
        entry("a", 1.0, trial, knee_per_second=dict(zip(("low", "high"), each, strict=True)))
        for trial, each in enumerate(found, start=1)
    ]
    (summary,) = result_of(EXPERIMENT, PLAN, measured, is_partial=False)["engines"]
    assert summary["knee_per_second"] == dict(zip(("low", "high"), middle, strict=True))


def test_objectives_are_judged_for_each_engine() -> None:
    plan = Plan(workload=PLAN.workload, engines=PLAN.engines, objectives=("records_per_second > 150",))
    result = result_of(EXPERIMENT, plan, [entry("a", 100.0), entry("b", 200.0)], is_partial=False)
    assert [each["objectives"][0]["is_met"] for each in result["engines"]] == [False, True]
    assert remarks(result)[-2:] == [
        "MISSED: a: records_per_second > 150 (seen: 100)",
        "met: b: records_per_second > 150 (seen: 200)",
    ]


def test_points_are_compared_apart() -> None:
    measured = [entry(name, 1.0, settings={"rate": rate}) for rate in (1, 2) for name in ("a", "b")]
    result = result_of(EXPERIMENT, PLAN, measured, is_partial=False)
    assert [each["settings"] for each in result["comparisons"]] == [{"rate": 1}, {"rate": 2}]
    assert len(result["engines"]) == 4


@pytest.mark.parametrize(
    ("told", "settled"),
    [((True, True), True), ((True, None), None), ((None, True), None), ((None, False), False), ((True, False), False)],
)
def test_what_nobody_can_tell_of_one_trial_is_not_told_of_all(told: tuple[bool | None, ...], settled: bool | None) -> None:
    measured = [entry("a", 1.0, trial, settled=each) for trial, each in enumerate(told, start=1)]
    (summary,) = result_of(EXPERIMENT, PLAN, measured, is_partial=False)["engines"]
    assert summary["settled"] is settled


def test_properties_of_a_run_are_those_of_every_point() -> None:
    plan = Plan(workload=WorkloadPlan("wordcount", {"vocabulary": "77", "distribution": "zipf"}), engines=PLAN.engines)
    measured = [entry("a", 1.0, settings={"workload.set.vocabulary": each}) for each in (77, 78)]
    assert result_of(EXPERIMENT, plan, measured, is_partial=False)["properties"] == {"distribution": "zipf"}
    assert result_of(EXPERIMENT, plan, [entry("a", 1.0)], is_partial=False)["properties"] == plan.workload.properties
