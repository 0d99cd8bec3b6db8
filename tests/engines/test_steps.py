"""One test body, every engine, every step: the answer equals the reference's, in order and out of order within the delay."""

from collections.abc import Callable

import pytest

from streamgauge.errors import RequestError
from streamgauge.flow import Emission
from tests.flow.event_flows import FLOWS, in_order, out_of_order

from .opened import OpenEngine


@pytest.mark.parametrize(
    "records", [out_of_order, pytest.param(in_order, marks=pytest.mark.slow)], ids=lambda make: make.__name__
)
@pytest.mark.parametrize("name", FLOWS)
def test_step(open_engine: OpenEngine, name: str, records: Callable[[], list[bytes]]) -> None:
    flow = FLOWS[name]
    is_never = flow.emission is Emission.FINAL or flow.is_order_sensitive or name == "union" or name.startswith("join")
    if open_engine.engine.name == "spark-realtime" and is_never:
        with pytest.raises(RequestError, match="never"):
            open_engine.run(flow, records())
        return
    comparison, _ = open_engine.run(flow, records())
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows > 0
