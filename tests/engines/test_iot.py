"""The applications of the IoT benchmark on every engine, on both streams; `test_answers` runs all workloads as they are."""

import pytest

from streamgauge.workloads import load_workload

from .opened import OpenEngine

SMALL = {
    "iot-stats": {"window": "4", "train": "4", "predict": "2", "k": "5", "expected": "400000"},
    "iot-pred": {"window": "4", "group": "3", "model_every": "200", "shards": "4"},
    "iot-etl": {"expected": "400000"},
}


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["city", "taxi"])
@pytest.mark.parametrize("name", SMALL)
def test_application(open_engine: OpenEngine, name: str, stream: str) -> None:
    configured = load_workload(name).configured(SMALL[name] | {"stream": stream, "taxis": "30"}, seed=3)
    open_engine.check(configured.flow, configured.stream.records(0, 1_500))


@pytest.mark.parametrize("name", ["iot-xml"])
def test_task(open_engine: OpenEngine, name: str) -> None:
    configured = load_workload(name).configured({}, seed=3)
    open_engine.check(configured.flow, configured.stream.records(0, 300))
