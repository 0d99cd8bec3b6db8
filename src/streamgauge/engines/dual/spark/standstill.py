"""After a stop: nothing of the stopped query comes any more, so that what its output holds can be found out.

Spark only asks the tasks of a stopped query to end; one in the middle of a poll may still write. And what a task has written
it has given to a Kafka producer that all tasks of an executor share and that outlives them: a task which is killed does not
wait until that producer has sent its records, as one that ends by itself does. So the tasks are waited for, then the producers
are told to send what they hold. Those of executors in other JVMs cannot be told; there only time shows that no more comes.
"""

import time
from typing import Any

from streamgauge.engines.spark.settings import has_executor_here
from streamgauge.transport.kafka.topic import KafkaTopic

_POOL = "org.apache.spark.sql.kafka010.producer.InternalKafkaProducerPool$"
STILL_S = 0.1  # the output stands still when its end has not moved for so long
STILL_ELSEWHERE_S = 2.0  # the same where producers cannot be told to send: longer than one that works normally holds anything
_LONGEST_S = 10.0
_LOOK_S = 0.025


def await_standstill(spark: Any, run_id: str, output: KafkaTopic) -> None:
    """Return when no task of the run is at work and the output's ends do not move."""
    _await_tasks(spark, run_id)
    if is_in_our_jvm(spark):
        _flush_producers(spark)
        await_ends(output)
    else:
        await_ends(output, STILL_ELSEWHERE_S)


def is_in_our_jvm(spark: Any) -> bool:
    """Does the work happen there?"""
    return has_executor_here(spark.sparkContext.master)


def _await_tasks(spark: Any, run_id: str) -> None:
    tracker, deadline = spark.sparkContext.statusTracker(), time.monotonic() + _LONGEST_S
    while time.monotonic() < deadline:
        job = max(tracker.getJobIdsForGroup(run_id), default=None)
        found = tracker.getJobInfo(job) if job is not None else None
        stages = [tracker.getStageInfo(number) for number in found.stageIds] if found else []
        if not any(stage and stage.numActiveTasks for stage in stages):
            return
        time.sleep(_LOOK_S)


def _flush_producers(spark: Any) -> None:
    """Wait until every producer of this JVM has sent what it was given; the pool hides them, so it is looked into."""
    field = spark._jvm.org.apache.spark.util.Utils.classForName(_POOL, True, True).getDeclaredField("pool")
    field.setAccessible(True)
    producers = field.get(None).getAsMap().valuesIterator()
    while producers.hasNext():
        producers.next().producer().producer().flush()


def await_ends(output: KafkaTopic, still_s: float = STILL_S) -> None:
    """Return when the output's ends have not moved for so long."""
    deadline = time.monotonic() + _LONGEST_S
    ends, since = output.end_offsets(), time.monotonic()
    while time.monotonic() - since < still_s and time.monotonic() < deadline:
        time.sleep(_LOOK_S)
        now = output.end_offsets()
        if now != ends:
            ends, since = now, time.monotonic()
