"""A streaming query as a running flow."""

import json
from typing import TYPE_CHECKING, Any

from streamgauge.engines.base import Progress
from streamgauge.services.patience import ServiceDownError

if TYPE_CHECKING:
    from streamgauge.measure.components import BatchStretch


class RunningQuery:
    """One streaming query, and what its progress reports say."""

    def __init__(self, query: Any, *, has_batches: bool = True) -> None:
        self.query = query
        self._has_batches = has_batches
        self._reports: dict[int, dict[str, Any]] = {}
        self._last: dict[str, Any] = {}
        self._consumed = 0

    def progress(self) -> Progress:
        """Real-time mode reports at the end of its batches only."""
        for report in self._new_reports():
            self._reports[report["batchId"]] = report
            self._consumed = max(self._consumed, _offsets_reached(report))
            self._last = report
        durations = dict(self._last.get("durationMs", {}))
        is_busy = self._has_batches and bool(self.query.status["isTriggerActive"])
        taken_in = self._consumed or sum(report["numInputRows"] for report in self._reports.values())
        return Progress(taken_in, len(self._reports), is_busy, {"duration_ms": durations})

    def _new_reports(self) -> list[dict[str, Any]]:
        """Spark keeps thousands for us, and each is long: to fetch them all at every look would disturb what is measured."""
        recent, new = self.query._jsq.recentProgress(), []
        for index in reversed(range(len(recent))):
            report = recent[index]
            if (report.batchId(), report.timestamp()) == (self._last.get("batchId"), self._last.get("timestamp")):
                break
            new.append(json.loads(report.json()))
        return new[::-1]

    def batch_stretches(self) -> "list[BatchStretch]":
        """What Spark tells of the latest batches; those of real-time mode are no units of work."""
        from streamgauge.engines.spark.batches import batches_of
        from streamgauge.measure.components import BatchStretch

        return [BatchStretch(tuple(batches_of(self.query, self._reports.values())))] if self._has_batches else []

    def failure(self) -> str | None:
        error = self.query.exception()
        return None if error is None else _message(str(error))

    def explain(self) -> str:
        return str(self.query._jsq.explainInternal(False))

    def stop(self) -> None:
        self.query.stop()


def _offsets_reached(report: Any) -> int:
    """Records read from Kafka, whose topics are fresh and so begin at offset 0; other sources give no such offsets."""
    total = 0
    for source in report["sources"]:
        offsets = source["endOffset"]
        offsets = json.loads(offsets) if isinstance(offsets, str) else offsets
        for partitions in (offsets or {}).values():
            total += sum(partitions.values()) if isinstance(partitions, dict) else 0
    return total


def _message(text: str) -> str:
    """The part of Spark's message that says what happened."""
    if down := ServiceDownError.told_in(text):
        return f"{type(down).__name__}: {down}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else "the query ended without a message"
