"""What tests share: one real broker for the whole session, started when the first test asks for it."""

from collections.abc import Iterator

import pytest

from streamgauge.transport.kafka.broker import ManagedBroker


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManagedBroker]:
    with ManagedBroker.start(log_dir=tmp_path_factory.mktemp("broker")) as running:
        yield running
