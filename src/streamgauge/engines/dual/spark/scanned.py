"""How far a running query has read, several times a second, where its executors are in other JVMs.

There the consumers cannot be asked, but each executor tells the driver with every heartbeat how many rows each operator of a
running task has given out; those of the scan are the records that were read. The driver keeps them for its pages, whether
they are shown or not. How often it beats is a setting of the session: `HEARTBEATS`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

_ROWS = "number of output rows"
_BATCH = re.compile(r"batch = (\d+)")
_NEWEST = 24  # executions that are looked through: some for each part


class ScannedRows:
    """The records that one run of a query has read, given where its input begins now."""

    def __init__(self, spark: Any, run_id: str, begins: Callable[[], tuple[int, ...]]) -> None:
        self._store = spark._jsparkSession.sharedState().statusStore()
        self._run_id, self._begins = run_id, begins
        self._newest: tuple[int, int] | None = None  # the run's batch that was found last, and its execution
        self._scan: tuple[int, int] = (-1, -1)  # an execution, and what its scan counts with

    @property
    def has_begun(self) -> bool:
        return self._in_batch()[1] > 0

    def processed(self, committed: Mapping[int, int], batch: int) -> int:
        """What is committed with this batch, and what the next one has read so far."""
        running, rows = self._in_batch()
        return sum(committed.values() or self._begins()) + (rows if running > batch else 0)

    def batch_ended(self) -> None: ...

    def _in_batch(self) -> tuple[int, int]:
        """The newest batch of the run, and how many rows were read in it; nothing before the first.

        One that is still at work may not be among the newest executions any more, if others are short and many.
        """
        count = self._store.executionsCount()
        newest = self._store.executionsList(max(0, count - _NEWEST), _NEWEST)
        for place in reversed(range(newest.size())):
            execution = newest.apply(place)
            description = execution.description()
            if self._run_id in description and (batch := _BATCH.search(description)):
                self._newest = int(batch[1]), execution.executionId()
                break
        return (self._newest[0], self._rows(self._newest[1])) if self._newest else (-1, 0)

    def _rows(self, execution: int) -> int:
        if self._scan[0] != execution:
            counter = self._counter(execution)
            if counter is None:
                return 0
            self._scan = (execution, counter)
        found = self._store.executionMetrics(execution).get(self._scan[1])
        return int(found.get().replace(",", "")) if found.isDefined() else 0

    def _counter(self, execution: int) -> int | None:
        """What the scan of the input counts its rows with."""
        nodes = self._store.planGraph(execution).allNodes().iterator()
        while nodes.hasNext():
            node = nodes.next()
            if "StreamScan" in node.name():  # a table's is another
                metrics = node.metrics().iterator()
                while metrics.hasNext():
                    metric = metrics.next()
                    if metric.name() == _ROWS:
                        return int(metric.accumulatorId())
        return None
