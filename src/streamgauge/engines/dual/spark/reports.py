"""What Spark reports of a part's query: which batch ended last, what it took, and up to where the input is committed."""

import json
from typing import Any, TypeAlias

from streamgauge.engines.dual.observation import Batch
from streamgauge.engines.dual.spark.checkpoint import Commit

# The run, the batch and the time of a report. While there is nothing to do, micro-batches report the batch to come by its number.
Identity: TypeAlias = tuple[str, int, str]


class Reports:
    """The reports of one part, over all its runs. Each question is a message to the JVM."""

    def __init__(self, topic: str) -> None:
        self._topic = topic
        self._query: Any = None
        self._run_id = ""
        self._taken: Identity | None = None  # the newest that was taken
        self.batch = -1  # the last that is committed
        self.committed: dict[int, int] = {}  # for each partition of the input the offset behind which nothing is read again
        self.durations_ms: dict[str, int] = {}  # of the batch that ended last, by what was done in it

    def begin(self, commit: Commit | None) -> None:
        """A start begins behind the last commit; before the first one, with nothing."""
        self.committed = dict(commit.offsets) if commit else {}
        self.batch = commit.batch if commit else -1

    def follow(self, query: Any) -> None:
        """From now on this run is asked."""
        self._query, self._run_id = query, str(query.runId)

    def take(self) -> Batch | None:
        """The batch that ended last, if it has not been taken yet."""
        newest = self.newest()
        if newest is None or newest == self._taken:
            return None
        report = self._query.lastProgress
        if not report["sources"] or not report["sources"][0]["endOffset"]:
            return None
        self._taken = (newest[0], report["batchId"], report["timestamp"])
        self.batch = report["batchId"]
        self.committed |= _end_offsets(report, self._topic)
        self.durations_ms = dict(report["durationMs"])
        return batch_of(report)

    def newest(self) -> Identity | None:
        """What tells the newest report from others; None if there is none yet."""
        report = None if self._query is None else self._query._jsq.lastProgress()
        return None if report is None else (self._run_id, int(report.batchId()), str(report.timestamp()))

    def taken_in(self) -> dict[int, int]:
        """The end of the batch that is being worked on: what is in it does not wait any more."""
        if self._query is None:
            return {}
        offsets = self._query._jsq.streamingQuery().availableOffsets().values().headOption()
        return _offsets_of(offsets.get().json(), self._topic) if offsets.isDefined() else {}


def last_batch(query: Any) -> int | None:
    """The batch of a query's newest report, without the rest of it, which is long; None if there is none yet."""
    report = query._jsq.lastProgress()
    return None if report is None else int(report.batchId())


def batch_of(report: Any) -> Batch:
    return Batch(report["numInputRows"], report["durationMs"].get("triggerExecution", 0) / 1000)


def _end_offsets(report: Any, topic: str) -> dict[int, int]:
    offsets = report["sources"][0]["endOffset"]
    return _offsets_of(offsets if isinstance(offsets, str) else json.dumps(offsets), topic)


def _offsets_of(text: str, topic: str) -> dict[int, int]:
    """Spark's form of a position in Kafka, {topic: {partition: offset}}, for one topic."""
    return {int(partition): int(offset) for partition, offset in json.loads(text).get(topic, {}).items()}
