"""What a program says beside its statements."""

import pytest

from streamgauge.engines.flink.program import program_of
from streamgauge.testing.step_flows import FLOWS
from streamgauge.transport.kafka.topic import KafkaTopic


@pytest.mark.parametrize(("flow", "partitions", "tasks"), [("fold", 2, "2"), ("fold", 8, "4"), ("measures", 2, "4")])
def test_where_order_counts_there_are_no_more_tasks_than_partitions(flow: str, partitions: int, tasks: str) -> None:
    topic = KafkaTopic("t", partitions, "127.0.0.1:9")
    assert program_of(FLOWS[flow], topic, topic, {"parallelism.default": "4"}, 4)["settings"] == {"parallelism.default": tasks}
