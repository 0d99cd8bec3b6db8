"""How far the consumers of a part are, all partitions together; and what tells it where they cannot be asked."""

from types import SimpleNamespace
from typing import Any

from streamgauge.engines.dual.spark.positions import reached
from streamgauge.engines.dual.spark.scanned import ScannedRows


def test_a_lead_from_before_a_trim_hides_no_queue() -> None:
    """Of partition 0 the first 900 records were trimmed; in partition 1 there wait 490."""
    assert reached({0: 900, 1: 0}, begins=[900, 0], leads={0: 950, 1: 10}, ends=[1_000, 500]) == 1_010


def test_without_ends_a_lead_is_believed() -> None:
    assert reached({0: 5}, begins=[0, 0], leads={0: 3, 1: 10}, ends=()) == 15


def test_a_partition_that_is_new_counts() -> None:
    assert reached({2: 7}, begins=[0, 0], leads={0: 3, 3: 2}, ends=[9, 9, 9, 1]) == 3 + 7 + 1


class Executions:
    """Spark's record of them, newest last; each of them scans, and has read as many rows as its number says."""

    def __init__(self, *runs: str) -> None:
        self.runs = runs

    def executionsCount(self) -> int:  # noqa: N802
        return len(self.runs)

    def executionsList(self, first: int, length: int) -> Any:  # noqa: N802
        found = [
            SimpleNamespace(executionId=lambda n=n: n, description=lambda n=n: f"runId = {self.runs[n]} batch = {n}")
            for n in range(first, min(first + length, len(self.runs)))
        ]
        return SimpleNamespace(size=lambda: len(found), apply=lambda place: found[place])

    def planGraph(self, number: int) -> Any:  # noqa: N802
        metric = SimpleNamespace(name=lambda: "number of output rows", accumulatorId=lambda: number)
        node = SimpleNamespace(name=lambda: "RealTimeStreamScan", metrics=lambda: sequence([metric]))
        return SimpleNamespace(allNodes=lambda: sequence([node]))

    def executionMetrics(self, number: int) -> Any:  # noqa: N802
        told = SimpleNamespace(isDefined=lambda: True, get=lambda: str(number))
        return SimpleNamespace(get=lambda _: told)


def sequence(items: list[Any]) -> Any:
    """A sequence of Scala's."""
    left = iter(items)
    more = [True] * len(items)
    return SimpleNamespace(iterator=lambda: SimpleNamespace(hasNext=lambda: bool(more), next=lambda: more.pop() and next(left)))


def test_a_batch_that_others_crowd_out_is_not_lost() -> None:
    """A real-time batch is at work for seconds, in which another part has many short ones."""
    store = Executions("other", "ours")
    session = SimpleNamespace(sharedState=lambda: SimpleNamespace(statusStore=lambda: store))
    rows = ScannedRows(SimpleNamespace(_jsparkSession=session), "ours", begins=lambda: (7,))
    assert rows.processed({0: 100}, batch=0) == 101
    assert rows.processed({}, batch=0) == 8, "before the first commit: of a topic that was trimmed"
    store.runs += ("other",) * 60
    assert rows.processed({0: 100}, batch=0) == 101
    store.runs += ("ours",)
    assert rows.processed({0: 100}, batch=1) == 162
