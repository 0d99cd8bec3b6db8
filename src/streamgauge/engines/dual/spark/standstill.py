"""After a stop: nothing of the stopped query comes any more, so that what its output holds can be found out.

Spark only asks the tasks of a stopped query to end; one in the middle of a poll may still write. And what a task has written
it has given to a Kafka producer that all tasks of an executor share and that outlives them: a task which is killed does not
wait until that producer has sent its records, as one that ends by itself does. So the tasks are waited for, then the producers
are told to send what they hold. Those of executors in other JVMs cannot be told; there only time shows that no more comes.

No wait is longer than ten seconds. A task that is still at work then is an error. Where each record is to be written exactly
once, so is whatever else is still in motion: it might be written after the output was read, and once more. Elsewhere some records
are written again in any case, and only their order matters. In one JVM the producer keeps it, so nothing more is waited for.
"""

import re
import threading
import time
from concurrent.futures import Future
from typing import Any

from streamgauge.engines.spark.settings import has_executor_here
from streamgauge.errors import MachineError
from streamgauge.transport.kafka.topic import KafkaTopic

_RUNNING = "RUNNING"  # of a job
_POOL = "org.apache.spark.sql.kafka010.producer.InternalKafkaProducerPool$"
_STILL_S = 0.1  # the output stands still when its end has not moved for so long
_STILL_ELSEWHERE_S = 2.0  # the same where producers cannot be told to send: longer than one that works normally holds anything
_LONGEST_S = 10.0
_LOOK_S = 0.025


def await_standstill(spark: Any, run_id: str, output: KafkaTopic, *, is_exact: bool) -> None:
    """Return when no task of the run is at work and nothing of it can come behind what is written from now on."""
    if not _have_tasks_ended(spark, run_id):
        raise _restless("tasks of the stopped query are still at work", output)
    if is_in_our_jvm(spark):
        has_sent = _have_producers_sent(spark, output)
        if not is_exact:
            return
        if not has_sent:
            raise _restless("producers still hold records of the stopped query", output)
    await_ends(spark, output, is_exact=is_exact)


def await_former(spark: Any, output: KafkaTopic, *, is_exact: bool) -> None:
    """Return when nothing of an earlier query can come behind what is written from now on. One of this JVM that ended while the
    brokers were gone has left its records with a producer, which sends them when they are back."""
    if is_exact and is_in_our_jvm(spark) and not _have_producers_sent(spark, output):
        raise _restless("producers still hold records of an earlier query", output)
    await_ends(spark, output, is_exact=is_exact)


def is_in_our_jvm(spark: Any) -> bool:
    """Does the work happen there?"""
    return has_executor_here(spark.sparkContext.master)


def is_closed(spark: Any) -> bool:
    """Has the session been stopped, by whomever?"""
    return spark.sparkContext._jsc is None


def await_ends(spark: Any, output: KafkaTopic, *, is_exact: bool) -> None:
    """Return when the output's ends have not moved for a while."""
    still_s = _STILL_S if is_in_our_jvm(spark) else _STILL_ELSEWHERE_S
    deadline = time.monotonic() + _LONGEST_S
    ends, since = output.end_offsets(), time.monotonic()
    while time.monotonic() - since < still_s:
        if time.monotonic() > deadline:
            if is_exact:
                raise _restless("somebody still writes to it", output)
            return
        time.sleep(_LOOK_S)
        now = output.end_offsets()
        if now != ends:
            ends, since = now, time.monotonic()


def _have_tasks_ended(spark: Any, run_id: str) -> bool:
    """The tasks of a stage are counted anew at most ten times a second, but when its job has ended the count is that of now."""
    tracker, deadline = spark.sparkContext.statusTracker(), time.monotonic() + _LONGEST_S
    while time.monotonic() < deadline:
        job = max(_jobs(spark, run_id), default=None)
        found = tracker.getJobInfo(job) if job is not None else None
        stages = [tracker.getStageInfo(number) for number in found.stageIds] if found else []
        is_over = found is None or found.status != _RUNNING
        if is_over and not any(stage and stage.numActiveTasks for stage in stages):
            return True
        time.sleep(_LOOK_S)
    return False


def _jobs(spark: Any, run_id: str) -> list[int]:
    """The numbers of a run's jobs: hundreds after an hour, and each a question of its own if the array were read from here."""
    found = spark.sparkContext._jsc.statusTracker().getJobIdsForGroup(run_id)
    return [int(number) for number in re.findall(r"\d+", str(spark._jvm.java.util.Arrays.toString(found)))]


def _have_producers_sent(spark: Any, output: KafkaTopic) -> bool:
    """In a thread of its own: a producer that may not give up a record waits for its broker for ever."""
    done: Future[None] = Future()

    def flush() -> None:
        try:
            _flush_producers(spark, output.bootstrap_servers)
            done.set_result(None)
        except BaseException as error:  # noqa: BLE001 - it is told to whoever waits
            done.set_exception(error)

    threading.Thread(target=flush, name="flush", daemon=True).start()
    try:
        done.result(_LONGEST_S)
    except TimeoutError:
        return False
    return True


def _flush_producers(spark: Any, bootstrap_servers: str) -> None:
    """Wait until every producer of this JVM for these brokers has sent what it was given; the pool hides them, so it is looked
    into. One for other brokers may have to wait for them, and what it holds is not ours."""
    field = spark._jvm.org.apache.spark.util.Utils.classForName(_POOL, True, True).getDeclaredField("pool")
    field.setAccessible(True)
    producers = field.get(None).getAsMap().valuesIterator()
    while producers.hasNext():
        cached = producers.next().producer()
        if _setting(cached.cacheKey(), "bootstrap.servers") == bootstrap_servers:
            cached.producer().flush()


def _setting(settings: Any, name: str) -> str | None:
    """One of a Scala sequence of names and values."""
    pairs = map(settings.apply, range(settings.size()))
    return next((str(pair._2()) for pair in pairs if pair._1() == name), None)


def _restless(why: str, output: KafkaTopic) -> MachineError:
    return MachineError(
        f"the output does not stand still: {why} after {_LONGEST_S:.0f} s",
        where=f"topic {output.name}, Kafka at {output.bootstrap_servers}",
        fix="see what keeps the brokers or the machine busy and that nobody else writes there, then start again: nothing is lost",
    )
