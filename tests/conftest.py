"""What tests share: one real broker for each worker, started when the first test asks for it; and which tests share a worker."""

from collections.abc import Iterator

import pytest

from streamgauge.transport.kafka.broker import ManagedBroker


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests on one engine stay in one worker, so that it is opened once; others stay with their file and what that sets up."""
    for item in items:
        parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        item.add_marker(pytest.mark.xdist_group(parameters.get("open_engine", item.location[0])))


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManagedBroker]:
    with ManagedBroker.start(log_dir=tmp_path_factory.mktemp("broker")) as running:
        yield running
