"""The tasks and the applications of the IoT benchmark on every engine and stream; `test_answers` runs all as they are."""

import pytest

from streamgauge.workloads import load_workload
from streamgauge.workloads.iot import task

from .opened import OpenEngine

SMALL = {
    "iot-stats": {"window": "4", "train": "4", "predict": "2", "k": "5", "expected": "400000"},
    "iot-pred": {"window": "4", "group": "3", "model_every": "200", "shards": "4", "by": "id"},
    "iot-etl": {"expected": "400000"},
}
TASKS = [f"iot-{name}" for name in task.TASKS]


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["city", "taxi"])
@pytest.mark.parametrize("name", SMALL)
def test_application(open_engine: OpenEngine, name: str, stream: str) -> None:
    configured = load_workload(name).configured(SMALL[name] | {"stream": stream, "taxis": "30"}, seed=3)
    open_engine.check(configured.flow, configured.stream.records(0, 1_500))


@pytest.mark.slow
@pytest.mark.parametrize("name", TASKS)
def test_task_on_taxi(open_engine: OpenEngine, name: str) -> None:
    """`test_answers` runs all of them on CITY."""
    workload = load_workload(name)
    few = {"taxis": "30"} if any(each.name == "taxis" for each in workload.properties) else {}
    configured = workload.configured({"stream": "taxi"} | few, seed=3)
    open_engine.check(configured.flow, configured.stream.records(0, 1_000))


def test_xml(open_engine: OpenEngine) -> None:
    configured = load_workload("iot-xml").configured({}, seed=3)
    open_engine.check(configured.flow, configured.stream.records(0, 300))
