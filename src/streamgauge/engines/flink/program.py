"""What the child is sent for a flow: the statements that make its tables and views, the one that runs it, and the settings."""

import json
from typing import Any

from streamgauge.engines.flink.endpoints import NOWHERE, input_options
from streamgauge.engines.flink.lowering import lower
from streamgauge.engines.flink.sink import sink_statements
from streamgauge.flow import Flow
from streamgauge.flow.json_form import to_json
from streamgauge.transport.base import Topic


def program_of(
    flow: Flow, input_topic: Topic | None, output_topic: Topic | None, settings: dict[str, str], parallelism: int
) -> dict[str, Any]:
    """The program; without topics one that can only be explained.

    Rows that one task reads and another one works on are spread without regard to their order. Where it counts there are no more
    tasks than partitions, so that what reads also goes on.
    """
    partitions = (input_topic or NOWHERE).partitions
    lowered = lower(flow, input_options(input_topic or NOWHERE, parallelism))
    table, insert = sink_statements(flow, lowered.last, output_topic or NOWHERE)
    in_order = {"parallelism.default": str(min(parallelism, partitions))} if flow.is_order_sensitive else {}
    return {
        "flow": json.loads(to_json(flow)),
        "settings": settings | in_order,
        "consumed_before": [0] * partitions,
        "statements": [*lowered.statements, table],
        "insert": insert,
    }
