"""However Timely schedules the operators, and wherever a group is stopped and resumed, the answer is the reference's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.engines.bytewax.plan import Layout
from streamgauge.engines.reference import evaluate
from streamgauge.flow.answer import compare
from streamgauge.workloads import load_workload
from tests.flow.event_flows import FLOWS, in_order, out_of_order

from .simulated import Simulation


@pytest.mark.parametrize("name", FLOWS)
@given(seed=st.integers(0, 2**32), partitions=st.integers(1, 3), workers=st.integers(1, 2))
@settings(max_examples=3, deadline=None)
def test_any_schedule_gives_the_answer(name: str, seed: int, partitions: int, workers: int) -> None:
    flow, records = FLOWS[name], (in_order, out_of_order)[seed % 2](100)
    answer = Simulation(flow, records, partitions=partitions, workers=workers, seed=seed).run()
    comparison = compare(evaluate(flow, records), answer)
    assert comparison.equal, comparison.examples


@pytest.mark.parametrize("name", ["wordcount", "ysb", "nexmark-q4", "nexmark-q5", "nexmark-q8", "advclick", "kmeans", "iot-pred"])
def test_workload(name: str) -> None:
    configured = load_workload(name).configured({}, seed=3)
    records = configured.stream.records(6_000 if name.startswith("nexmark") else 0, 1_500)
    answer = Simulation(configured.flow, records, partitions=2, workers=2, seed=1).run()
    comparison = compare(evaluate(configured.flow, records), answer)
    assert comparison.equal, comparison.examples


def test_marks_go_only_where_somebody_looks_at_them() -> None:
    def marked(name: str) -> frozenset[str]:
        return Layout(FLOWS[name], 2, 2).marked

    assert marked("dedup") == marked("fold") == marked("measures") == marked("join-unbounded") == frozenset()
    assert marked("busiest") == {"counts", "busiest"}
    assert marked("join-retained-with-itself") == {"means", "join", "fold"}
