"""An output that does not come to rest: an error where it must be exact."""

import itertools
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from streamgauge.engines.dual.spark import standstill
from streamgauge.errors import MachineError
from streamgauge.transport.kafka.topic import KafkaTopic

SPARK: Any = SimpleNamespace(sparkContext=SimpleNamespace(master="local[2]"))
TOPIC = KafkaTopic("out", 1, "127.0.0.1:9")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standstill, "_LONGEST_S", 0.3)


def test_ends_that_go_on_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = itertools.count()
    monkeypatch.setattr(KafkaTopic, "end_offsets", lambda _: (next(ends),))
    with pytest.raises(MachineError, match="somebody still writes to it"):
        standstill.await_ends(SPARK, TOPIC, is_exact=True)
    standstill.await_ends(SPARK, TOPIC, is_exact=False)


def _spark_with(status: str, active_tasks: int) -> Any:
    """One whose run has this job, and one before it that is over."""
    stage, job = SimpleNamespace(numActiveTasks=active_tasks), SimpleNamespace(stageIds=[1], status=status)
    over = SimpleNamespace(stageIds=[0], status="SUCCEEDED")
    tracker = SimpleNamespace(getJobInfo={2: job, 1: over}.get, getStageInfo={1: stage}.get)
    context = SimpleNamespace(master="local[2]", statusTracker=lambda: tracker)
    context._jsc = SimpleNamespace(statusTracker=lambda: SimpleNamespace(getJobIdsForGroup=lambda _: [2, 1]))
    jvm = SimpleNamespace(java=SimpleNamespace(util=SimpleNamespace(Arrays=SimpleNamespace(toString=str))))
    return SimpleNamespace(sparkContext=context, _jvm=jvm)


@pytest.mark.parametrize(("status", "active_tasks"), [("FAILED", 1), ("RUNNING", 0)])
@pytest.mark.parametrize("is_exact", [True, False])
def test_tasks_that_do_not_end(monkeypatch: pytest.MonkeyPatch, status: str, active_tasks: int, is_exact: bool) -> None:
    """Nor is there a guarantee under which they might write on: an old value would come behind a new one. While a job runs
    the count of its tasks may be of a moment ago."""
    monkeypatch.setattr(KafkaTopic, "end_offsets", lambda _: (5,))
    monkeypatch.setattr(standstill, "_flush_producers", lambda *_: None)
    with pytest.raises(MachineError, match="tasks of the stopped query are still at work"):
        standstill.await_standstill(_spark_with(status, active_tasks), "run", TOPIC, is_exact=is_exact)


def test_ends_are_not_waited_for_where_one_producer_keeps_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may write to such an output all the time."""
    ends = itertools.count()
    monkeypatch.setattr(KafkaTopic, "end_offsets", lambda _: (next(ends),))
    monkeypatch.setattr(standstill, "_flush_producers", lambda *_: None)
    standstill.await_standstill(_spark_with("FAILED", 0), "run", TOPIC, is_exact=False)
    with pytest.raises(MachineError, match="somebody still writes to it"):
        standstill.await_standstill(_spark_with("FAILED", 0), "run", TOPIC, is_exact=True)


def test_producers_whose_broker_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would wait for ever; we do not."""
    over = threading.Event()
    monkeypatch.setattr(KafkaTopic, "end_offsets", lambda _: (5,))
    monkeypatch.setattr(standstill, "_have_tasks_ended", lambda *_: True)
    monkeypatch.setattr(standstill, "_flush_producers", lambda *_: over.wait(60))
    begun = time.monotonic()
    with pytest.raises(MachineError, match="producers still hold records"):
        standstill.await_standstill(SPARK, "run", TOPIC, is_exact=True)
    standstill.await_standstill(SPARK, "run", TOPIC, is_exact=False)
    with pytest.raises(MachineError, match="records of an earlier query"):
        standstill.await_former(SPARK, TOPIC, is_exact=True)
    standstill.await_former(SPARK, TOPIC, is_exact=False)
    assert time.monotonic() - begun < 10
    over.set()


def test_what_goes_wrong_in_a_flush_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise OSError("no such class")

    monkeypatch.setattr(standstill, "_have_tasks_ended", lambda *_: True)
    monkeypatch.setattr(standstill, "_flush_producers", broken)
    with pytest.raises(OSError, match="no such class"):
        standstill.await_standstill(SPARK, "run", TOPIC, is_exact=False)


def test_producers_for_other_brokers_are_left_alone() -> None:
    """One whose brokers are gone would be waited for."""
    flushed = list[str]()

    def cached(servers: str) -> Any:
        pair = SimpleNamespace(_1=lambda: "bootstrap.servers", _2=lambda: servers)
        key = SimpleNamespace(size=lambda: 1, apply=lambda _: pair)
        producer = SimpleNamespace(flush=lambda: flushed.append(servers))
        return SimpleNamespace(producer=lambda: SimpleNamespace(cacheKey=lambda: key, producer=lambda: producer))

    left = [cached("elsewhere:9092"), cached(TOPIC.bootstrap_servers)]
    entries = SimpleNamespace(hasNext=lambda: bool(left), next=left.pop)
    pool = SimpleNamespace(getAsMap=lambda: SimpleNamespace(valuesIterator=lambda: entries))
    found = SimpleNamespace(setAccessible=lambda _: None, get=lambda _: pool)
    utils = SimpleNamespace(classForName=lambda *_: SimpleNamespace(getDeclaredField=lambda _: found))
    jvm = SimpleNamespace(org=SimpleNamespace(apache=SimpleNamespace(spark=SimpleNamespace(util=SimpleNamespace(Utils=utils)))))
    standstill._flush_producers(SimpleNamespace(_jvm=jvm), TOPIC.bootstrap_servers)
    assert flushed == [TOPIC.bootstrap_servers]
