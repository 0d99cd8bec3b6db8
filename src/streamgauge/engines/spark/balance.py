"""How many tasks read a micro-batch: as many as there are cores, also where the topic has fewer partitions.

In the operation stream of seed work 001 data is spread evenly over the workers. Spark reads a partition with one task, so that
what comes before the first shuffle keeps one core busy for each partition; asked to, it cuts a partition's part of a batch into
pieces of equal length. The records of a partition are then no longer dealt with in their order, so this is done only where the
order decides nothing: where all state is that of aggregates, or sorts its records itself. Record at a time, nothing can be cut.
"""

import os
from collections.abc import Mapping
from typing import Any

from streamgauge.engines.base import Option
from streamgauge.engines.spark.settings import has_executor_here
from streamgauge.flow import Aggregate, Flow

BALANCE = Option(
    "balance",
    True,
    "spread the records of a batch over all cores where a topic has fewer partitions, and where their order decides nothing",
)


def read_tasks(spark: Any, flow: Flow, options: Mapping[str, Any]) -> int:
    """The tasks that should read a batch of this flow at least; 0 for one a partition, as where an engine has no batches."""
    return _workers(spark) if options.get(BALANCE.name) and can_balance(flow) else 0


def can_balance(flow: Flow) -> bool:
    """Do its rows not depend on the order of records within a partition, or only on what sorts them?"""
    states = [step for step in flow.steps if step.is_stateful]
    return bool(states) and all(isinstance(step, Aggregate) or step.is_order_sensitive for step in states)


def _workers(spark: Any) -> int:
    """Cores; on this machine there may be more slots for tasks than that."""
    slots = int(spark.sparkContext.defaultParallelism)
    return min(slots, os.cpu_count() or 1) if has_executor_here(spark.sparkContext.master) else slots
