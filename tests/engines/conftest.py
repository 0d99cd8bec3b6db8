"""Every engine, opened once for the session; tests that ask for `open_engine` run on each of them."""

from collections.abc import Iterator
from typing import Any

import pytest

from streamgauge.testing import OpenEngine, opened
from streamgauge.transport.files import FileTransport
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport

from .claims import CLAIMS

# Real-time mode tells what it has consumed at the end of a batch: short ones make short tests.
OPTIONS: dict[str, dict[str, Any]] = {
    "spark-realtime": {"realtime_batch": 1.0},
    "dual": {"realtime_batch": 1.0, "cut": "auto"},
}

# Their environments are large, and not there by default.
IN_ENVIRONMENTS_OF_THEIR_OWN = ("bytewax", "flink")

# The dual engine runs the plans that the other two are tested with; these few try what it adds to them.
QUICK_ON_DUAL = ("identity", "union", "measures", "tumbling-final", "[dual-fold-out_of", "wordcount-kafka", "ysb-kafka", "dual/")

# `test_steps` runs every step on every engine already, and two workloads are enough to try the files.
RARE_WORKLOADS = ("operator-", "deep-", "nexmark-", "iot-", "hibench-identity", "hibench-repartition", "hibench-wordcount")
QUICK_ON_FILES = ("grep", "ysb")

# What differs from test to test is in the flow and not in the engine: on Spark, these are for `make test-all`.
RARELY_ON_SPARK = (
    "test_nexmark.py::test_one_kind_alone",
    "test_exactness.py::test_switched_at_random_moments[2-",
    "test_exactness.py::test_switched_at_random_moments[3-",
    "test_trimming.py::test_a_switch_repeats_nothing",
    "test_own_kafka.py",
    "test_cluster.py",
    "test_advclick.py::test_out_of_order[spark-microbatch-",
    "test_read_ahead.py::test_a_partition_that_comes_a_minute_later",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "engines" in item.nodeid and _is_slow(item):
            item.add_marker(pytest.mark.slow)


def _is_slow(item: pytest.Item) -> bool:
    is_on_dual = "[dual" in item.name
    if is_on_dual and not any(f"-{each}-" in item.name or each in item.nodeid for each in QUICK_ON_DUAL):
        return True
    if "reference" not in item.name and any(each in item.nodeid for each in RARELY_ON_SPARK):
        return True
    if item.name.startswith("test_step[") and "in_order" in item.name and "out_of_order" not in item.name:
        return True
    return any(f"[{each}" in item.name for each in IN_ENVIRONMENTS_OF_THEIR_OWN) or _is_rare_workload(item)


def _is_rare_workload(item: pytest.Item) -> bool:
    if "TestAnswers::test_workload" not in item.nodeid:
        return False
    assert isinstance(item, pytest.Function)
    name, transport = item.callspec.params["name"], item.callspec.params["transport"]
    return name.startswith(RARE_WORKLOADS) or (transport == "files" and name not in QUICK_ON_FILES)


@pytest.fixture(scope="session", params=CLAIMS)
def open_engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, broker: ManagedBroker
) -> Iterator[OpenEngine]:
    """One engine at a time: there can be only one Spark in a process."""
    name = request.param
    root = tmp_path_factory.mktemp(name)
    transports = {"kafka": KafkaTransport(broker.bootstrap_servers), "files": FileTransport(root / "log")}
    with opened(name, root, transports, CLAIMS[name], OPTIONS.get(name, {})) as engine:
        yield engine
