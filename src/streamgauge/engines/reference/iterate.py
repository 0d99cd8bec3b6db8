"""Iterate: what a row teaches is known to the next."""

from collections.abc import Iterator

from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.rows import Row
from streamgauge.flow import Iterate
from streamgauge.flow.marks import INTENDED_TIME


class IterateOperator(Operator):
    def __init__(self, step: Iterate) -> None:
        self._columns = step.columns
        self._centroids = step.centroids()
        self._newest_ms = 0

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:  # noqa: ARG002
        point = [row[name] for name in self._columns]
        if None in point:
            return
        self._newest_ms = max(self._newest_ms, row[INTENDED_TIME])
        found = self._centroids
        found.add(found.nearest(point), point)
        yield {"points": found.points, "distance": found.distance, INTENDED_TIME: self._newest_ms}
