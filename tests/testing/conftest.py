"""The reference, open, as the tests of the kit itself use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from streamgauge.testing import Claims, OpenEngine, opened
from streamgauge.transport.files import FileTransport


@pytest.fixture
def reference(tmp_path: Path) -> Iterator[OpenEngine]:
    claims = Claims(transports=("files",))
    with opened("reference", tmp_path, {"files": FileTransport(tmp_path / "log")}, claims, {}) as engine:
        yield engine
