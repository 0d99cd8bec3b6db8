"""Every engine, opened once for the session; tests that ask for `engine` run on each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from streamgauge.engines import load_engine
from streamgauge.engines.base import Place
from streamgauge.transport.files import FileTransport
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport

from .opened import OpenEngine

ENGINES = ("reference", "spark-microbatch", "spark-realtime", "dual")

# Real-time mode tells what it has consumed at the end of a batch: short ones make short tests.
OPTIONS = {"spark-realtime": {"realtime_batch": 1.0}, "dual": {"realtime_batch": 1.0, "cut": "auto"}}

# The dual engine runs the plans that the other two are tested with; these few try what it adds to them.
QUICK_ON_DUAL = ("identity", "union", "measures", "tumbling-final", "fold", "wordcount-kafka", "ysb-kafka", "dual/")


# What differs from test to test is in the flow and not in the engine: on Spark, these are for `make test-all`.
RARELY_ON_SPARK = (
    "test_nexmark.py::test_one_kind_alone",
    "test_exactness.py::test_switched_at_random_moments[2-",
    "test_exactness.py::test_switched_at_random_moments[3-",
    "test_trimming.py::test_a_switch_repeats_nothing",
    "test_own_kafka.py",
    "test_cluster.py",
    "test_advclick.py::test_out_of_order[spark-microbatch-",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_on_dual = "[dual" in item.name and "engines" in item.nodeid
        if is_on_dual and not any(f"-{each}-" in item.name or each in item.nodeid for each in QUICK_ON_DUAL):
            item.add_marker(pytest.mark.slow)
        if "reference" not in item.name and any(each in item.nodeid for each in RARELY_ON_SPARK):
            item.add_marker(pytest.mark.slow)


def new_place(root: Path) -> Place:
    work, logs = root / "work", root / "logs"
    work.mkdir()
    logs.mkdir()
    return Place(work, logs)


@pytest.fixture(scope="session", params=ENGINES)
def open_engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, broker: ManagedBroker
) -> Iterator[OpenEngine]:
    """One engine at a time: there can be only one Spark in a process."""
    engine = load_engine(request.param)
    root = tmp_path_factory.mktemp(engine.name)
    place = new_place(root)
    transports = {"kafka": KafkaTransport(broker.bootstrap_servers), "files": FileTransport(root / "log")}
    with engine.open(OPTIONS.get(engine.name, {}), place) as session:
        yield OpenEngine(engine, session, place, transports)
