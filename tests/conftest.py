"""What tests share: one real broker for each worker, started when the first test asks for it; and which tests share a worker."""

import os
import re
from collections.abc import Iterator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from streamgauge.transport.kafka.broker import ManagedBroker
from tests.engines.claims import CLAIMS

# Each JVM lives for seconds here, and on few cores the compiler that pays off after minutes is in the way of all others.
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")

_ON_ENGINE = re.compile(rf"^tests/engines/.*\[(?:.*-)?({'|'.join(CLAIMS)})(?:-.*)?\]$")


class ByEngine(LoadScopeScheduling):
    """Tests on one engine stay in one worker, so that it is opened once; others stay with their file and what that sets up.

    Groups by mark (`--dist loadgroup`) would do the same, but xdist 3.8 does not find them with pytest 9.2.
    """

    def _split_scope(self, nodeid: str) -> str:
        engine = _ON_ENGINE.match(nodeid)
        return engine[1] if engine else nodeid.split("::", maxsplit=1)[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByEngine:
    return ByEngine(config, log)


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManagedBroker]:
    with ManagedBroker.start(log_dir=tmp_path_factory.mktemp("broker")) as running:
        yield running
