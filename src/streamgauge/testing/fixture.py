"""The fixture that the tests of an engine ask for."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from streamgauge.errors import RequestError
from streamgauge.names import nearest
from streamgauge.testing import step_flows, text_flows
from streamgauge.testing.claims import EVERYTHING, Claims
from streamgauge.testing.opened import OpenEngine, opened
from streamgauge.transport.base import Transport
from streamgauge.transport.files import FileTransport
from streamgauge.workloads import workloads


def engine_fixture(name: str, claims: Claims = EVERYTHING, options: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """A fixture `open_engine`: the engine called `name`, opened once for all tests. Kafka is a local broker, if it is claimed.

    Claims about something that is not there are refused: a mistyped one would never be tried.
    """
    _refuse_unknown(claims)

    @pytest.fixture(scope="session", name="open_engine")
    def fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenEngine]:
        root = tmp_path_factory.mktemp(name)
        with ExitStack() as stack:
            transports = {each: _transport(each, root, stack) for each in claims.transports}
            yield stack.enter_context(opened(name, root, transports, claims, options))

    return fixture


def _refuse_unknown(claims: Claims) -> None:
    known = {*workloads(), *step_flows.FLOWS, *text_flows.FLOWS}
    for name in sorted({*claims.never, *claims.not_yet, *(claims.only or ())} - known):
        raise RequestError(f"there is no workload and no flow {name!r}", where="Claims", fix=nearest(name, known))


def _transport(name: str, root: Path, stack: ExitStack) -> Transport:
    if name == "files":
        return FileTransport(root / "log")
    from streamgauge.transport.kafka.broker import ManagedBroker
    from streamgauge.transport.kafka.transport import KafkaTransport

    broker = stack.enter_context(ManagedBroker.start(log_dir=root))
    return KafkaTransport(broker.bootstrap_servers)
