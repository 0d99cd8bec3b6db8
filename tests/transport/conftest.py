"""A real broker for the tests that need one, started when the first of a module asks for it."""

from collections.abc import Callable, Iterator

import pytest

from streamgauge.transport.kafka.broker import ManagedBroker


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManagedBroker]:
    with ManagedBroker.start(log_dir=tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture
def new_name(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Names of topics that no other test uses."""
    return lambda suffix: f"{request.node.name}-{suffix}"
