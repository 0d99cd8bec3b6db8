"""Plans as data: what is swept, what is refused, and that a written plan can be run again."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from streamgauge.errors import RequestError
from streamgauge.experiments.latency import LatencyPlan
from streamgauge.experiments.plan_file import planned_runs, read_plan_file
from streamgauge.experiments.throughput import ThroughputPlan
from streamgauge.runs.toml import to_toml


def data(**more: Any) -> dict[str, Any]:
    return {"experiment": "latency", "workload": {"name": "grep"}, "engines": {"reference": {}}, **more}


def test_defaults_are_filled_in() -> None:
    (run,) = planned_runs(data(), "plan")
    (point,) = run.points
    assert point.settings == {}
    assert isinstance(point.plan, LatencyPlan)
    assert (point.plan.rate, point.plan.warmup, point.plan.transport.partitions, point.plan.trials) == ("2000", "auto", 2, 1)
    assert run.data["limits"] == {"quiet_s": 5.0, "limit_s": 120.0}


def test_lists_are_swept_in_every_combination() -> None:
    swept = data(rate=[1000, "half"], transport={"partitions": [1, 2, 4]}, workload={"name": "grep", "set": {"selectivity": 0.5}})
    swept["workload"] = {"name": "grep"}
    (run,) = planned_runs(swept, "plan")
    assert [point.settings for point in run.points] == [
        {"rate": rate, "transport.partitions": partitions} for rate in (1000, "half") for partitions in (1, 2, 4)
    ]
    rates = [point.plan.rate for point in run.points if isinstance(point.plan, LatencyPlan)]
    assert rates == ["1000"] * 3 + ["half"] * 3
    assert [point.plan.transport.partitions for point in run.points] == [1, 2, 4] * 2


def test_properties_and_options_of_engines_are_swept_too() -> None:
    asked = data(
        workload={"name": "wordcount", "set": {"vocabulary": [10, 20]}},
        engines={"spark-microbatch": {"batch_interval": [0, 1]}},
    )
    (run,) = planned_runs(asked, "plan")
    seen = [(p.plan.workload.properties["vocabulary"], p.plan.engines[0].options["batch_interval"]) for p in run.points]
    assert seen == [("10", 0.0), ("10", 1.0), ("20", 0.0), ("20", 1.0)]


def test_experiments_and_workloads_make_runs() -> None:
    several = data(experiment=["throughput", "latency"], events=7, latency={"rate": "9"})
    several["workload"] = {"name": ["grep", "ysb"]}
    runs = planned_runs(several, "plan")
    assert [(run.experiment.name, run.plan.workload.name) for run in runs] == [
        (experiment, workload) for workload in ("grep", "ysb") for experiment in ("throughput", "latency")
    ]
    first, second = (run.plan for run in runs[:2])
    assert isinstance(first, ThroughputPlan)
    assert isinstance(second, LatencyPlan)
    assert (first.events, second.rate) == (7, "9")


def test_objectives_are_a_list_and_not_swept() -> None:
    (run,) = planned_runs(data(objectives=["latency_ms.p99 < 250", "backlog < 5"]), "plan")
    assert [str(each) for each in run.plan.judges()] == ["latency_ms.p99 < 250", "backlog < 5"]
    assert len(run.points) == 1


def test_a_written_plan_can_be_run_again(tmp_path: Path) -> None:
    asked = data(rate=["1000", "half"], trials=3, objectives=["backlog < 5"], seconds=3, engines={"spark-microbatch": {}})
    asked["engines"] = {"spark-microbatch": {"spark_conf": {"spark.x": "1"}}, "reference": {}}
    (run,) = planned_runs(asked, "plan")
    path = tmp_path / "plan.toml"
    path.write_text(to_toml(run.data), encoding="utf-8")
    (again,) = planned_runs(read_plan_file(path), str(path))
    assert again.points == run.points
    assert [each.name for each in again.plan.engines] == ["spark-microbatch", "reference"]
    assert tomllib.loads(path.read_text()) == again.data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"experiment": "latncy"}, "latency"),
        ({"experiment": None}, "names no experiment"),
        ({"workload": {}}, "names no name"),
        ({"workload": {"name": "grep", "sett": {}}}, "set"),
        ({"workload": 3}, "no table"),
        ({"rates": "5"}, "rate"),
        ({"rate": True}, "not a text"),
        ({"trials": "many"}, "whole number"),
        ({"trials": 0}, "0 trials"),
        ({"transport": {"partitons": 2}}, "partitions"),
        ({"limits": {"quiet_s": "x"}}, "a number"),
        ({"engines": {"reference": {"speed": 9}}}, "speed"),
        ({"engines": {"reference": 3}}, "no table"),
        ({"objectives": ["latency_ms.p98 < 3"]}, "latency_ms.p9"),
        ({"latency": {"rat": "5"}}, "rate"),
        ({"rate": "max"}, "needs a rate"),
        ({"warmup": "soon"}, "no time"),
        ({"seconds": -1}, "no such time"),
        ({"transport": {"kind": "files"}}, "Kafka's clock"),
        ({"transport": {"bootstrap_servers": ["a:1", "b:1"]}}, "bootstrap_servers is the same in a whole run"),
        ({"transport": {"partitions": []}}, "transport.partitions is a list without a value"),
        ({"rate": []}, "rate is a list without a value"),
    ],
)
def test_mistakes_are_named(change: dict[str, Any], says: str) -> None:
    with pytest.raises(RequestError) as caught:
        planned_runs(data() | change, "plan")
    assert says in str(caught.value)


@pytest.mark.parametrize("text", ["rate = ", "\x00", "a = 1\na = 2"])
def test_a_file_that_is_no_toml(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.toml").write_text(text)
    with pytest.raises(RequestError, match="no TOML"):
        read_plan_file(tmp_path / "plan.toml")
    with pytest.raises(RequestError, match="cannot be read"):
        read_plan_file(tmp_path)
