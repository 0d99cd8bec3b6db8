"""A real-time batch that is ended before its time, so that a switch finds nearly everything committed.

A switch reads again what was read since the last commit, on average half a batch of the data stream, and in a burst those
records are in the way of the ones that wait. Spark ends a real-time batch by a clock that can be replaced. Put forward for the
tasks of one query, it ends that query's batch as any batch ends: what was taken in is processed, written and committed. Only
where the executor is in our JVM; elsewhere, and where a batch does not end soon, what is not committed is read again.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any

from streamgauge.engines.dual.spark.janino import compiled

LONGEST_S = 1.5  # a partition without records ends its batch on time only; and a replay takes about as long
_LOOK_S = 0.01
_one_at_a_time = Lock()


class BatchEnd:
    """Ends batches of the queries in one JVM. Made before they start: the clock is not looked for again in the middle of one."""

    def __init__(self, spark: Any) -> None:
        with _one_at_a_time:
            self._clock = _clock(spark._jvm)

    def end(self, run_id: str, is_over: Callable[[], bool]) -> None:
        """End the batch that a run is at. It returns when that `is_over`, or has not become so in time."""
        deadline = time.monotonic() + LONGEST_S
        self._clock.end(run_id)
        try:
            while not is_over() and time.monotonic() < deadline:
                time.sleep(_LOOK_S)
        finally:
            self._clock.letGo(run_id)


@lru_cache(maxsize=1)
def _clock(jvm: Any) -> Any:
    """The one of this JVM, in the place of Spark's own."""
    clock = compiled(jvm, "BatchEnd").newInstance()
    jvm.org.apache.spark.sql.execution.datasources.v2.LowLatencyClock.setClock(clock)
    return clock
