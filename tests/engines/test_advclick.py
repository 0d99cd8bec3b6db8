"""AdvClick on every engine: both sides out of order, clicks before their advertisements, clicks too early and too late."""

import pytest

from streamgauge.workloads import load_workload

from .opened import OpenEngine

SCATTERED = {"ads_per_second": "50", "delay_deviation_ms": "6000", "disorder_ms": "2000"}


@pytest.mark.parametrize("method", ["join", "outer", "aggregate"])
def test_out_of_order(open_engine: OpenEngine, method: str) -> None:
    configured = load_workload("advclick").configured(SCATTERED | {"method": method}, seed=4)
    gaps = open_engine.engine.support.gaps(configured.flow)
    assert bool(gaps) == (open_engine.engine.name == "spark-realtime" and method != "aggregate")
    if not gaps:
        comparison, _ = open_engine.run(configured.flow, configured.stream.records(0, 3_000))
        assert comparison.equal, comparison.examples
        assert comparison.expected_rows > 300
