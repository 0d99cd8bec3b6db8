"""What the child makes of what Flink tells; Flink is a few answers here."""

import subprocess
import urllib.parse
from typing import Any

import pytest

from streamgauge.engines.flink import child
from streamgauge.engines.flink.child import Flink, Job, _root_cause


def offset_of(partition: int) -> str:
    return f"0.Source__input[1].KafkaSourceReader.topic.in.partition.{partition}.currentOffset"


class ToldJob(Job):
    """A job whose mini cluster answers from a table: the metrics of each vertex."""

    def __init__(self, consumed_before: list[int], metrics: dict[str, dict[str, int]]) -> None:
        self._consumed_before = consumed_before
        self._readers = {}
        self.metrics = metrics
        self.asked: list[str] = []

    def _ask(self, path: str) -> Any:
        self.asked.append(path)
        if not path:
            return {"vertices": [{"id": vertex} for vertex in self.metrics]}
        _, vertex, question = path.split("/")
        told = self.metrics[vertex]
        if "?" not in question:
            return [{"id": name} for name in told]
        names = urllib.parse.parse_qs(question.partition("?")[2])["get"][0].split(",")
        return [{"id": name, "value": str(told[name])} for name in names]


def test_nothing_is_consumed_before_a_reader_tells() -> None:
    assert ToldJob([0, 0], {"a": {"numRecordsIn": 7}}).consumed() == 0


def test_a_partition_that_comes_later_counts() -> None:
    job = ToldJob([0, 0], {"a": {offset_of(0): 4}, "b": {"numRecordsIn": 5}})
    assert job.consumed() == 5
    job.metrics["a"][offset_of(1)] = 2
    assert job.consumed() == 8
    job.metrics["a"][offset_of(1)] = -1  # read nothing yet
    assert job.consumed() == 5


def test_of_two_that_read_the_slower_counts() -> None:
    assert ToldJob([0], {"a": {offset_of(0): 9}, "b": {offset_of(0): 4}}).consumed() == 5


def test_no_request_is_longer_than_flink_takes_however_many_partitions_there_are() -> None:
    job = ToldJob([0] * 100, {"a": {offset_of(partition): partition for partition in range(100)}})
    assert job.consumed() == sum(range(1, 101))
    assert max(map(len, job.asked)) < 4_000


def test_what_was_consumed_before_a_restart_counts_before_anything_is_told_and_where_nothing_new_comes() -> None:
    job = ToldJob([5, 3], {"a": {"numRecordsIn": 0}})
    assert job.consumed() == 8
    job.metrics["a"] = {offset_of(0): -1, offset_of(1): 6}
    assert job.consumed() == 5 + 7


class CountedJob(Job):
    """A job that notes how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def consumed(self) -> int:
        self.asked += 1
        return 10 * self.asked

    def failure(self) -> None:
        return None


class ToldFlink(Flink):
    """Flink with a job and without a JVM."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._consumed = self.asked_gc = 0
        self._changed = self._asked = self._asked_gc = self._gc_s = 0.0

    def _garbage_s(self) -> float:
        self.asked_gc += 1
        return float(self.asked_gc)


def test_what_costs_flink_something_is_asked_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(child.time, "monotonic", lambda: now[0])
    job = CountedJob()
    flink = ToldFlink(job)
    told = []
    for _ in range(21):  # two seconds
        assert flink.failure({}) == {"failure": None, "figures": {"gc_s": float(flink.asked_gc)}}
        told.append(flink.progress({})["consumed"])
        now[0] += 0.1
    assert told[:7] == [10, 10, 10, 20, 20, 20, 30]
    assert job.asked == 7
    assert flink.asked_gc in (2, 3)  # sums of tenths


def test_to_ask_for_a_failure_asks_for_no_metrics() -> None:
    job = CountedJob()
    ToldFlink(job).failure({})
    assert job.asked == 0


def test_a_second_flow_is_refused_while_one_runs() -> None:
    with pytest.raises(RuntimeError, match="running already"):
        ToldFlink(CountedJob()).start({"program": {}})


def test_the_last_cause_is_the_reason() -> None:
    told = "An error occurred\nJobExecutionException: failed\n\tat x\nCaused by: Outer: wrapped\n\tat y\nCaused by: Inner: no XML"
    assert _root_cause(Exception(told)) == "Inner: no XML"
    assert _root_cause(Exception("An error occurred in o1.sql.\n: Validation: no view\n\tat x")) == "Validation: no view"
    assert _root_cause(Exception("only this")) == "only this"


@pytest.mark.parametrize(("script", "how"), [("kill -9 $$", "SIGKILL"), ("exit 7", "exit code 7"), ("exit 3", "its heap is too")])
def test_an_error_of_a_jvm_that_is_gone_is_its_death(script: str, how: str) -> None:
    flink = Flink.__new__(Flink)
    with subprocess.Popen(["/bin/sh", "-c", script]) as flink._jvm:
        assert flink.why(Exception("An error occurred while calling o1.sql")).startswith(f"Flink's JVM ended by itself: {how}")
