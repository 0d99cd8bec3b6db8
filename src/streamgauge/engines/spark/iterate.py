"""Iterate on micro-batches: points are assigned by a plan that holds the centroids, which are moved when it is done.

Spark has no loop within a query. So a batch is worked on in slices, as long as `Iterate` allows, each by a plan of its own: every
point is assigned to the nearest centroid, in parallel, and of each centroid's points the sum comes back. The centroids after a
batch are kept beside the checkpoint under the number of the next; a batch that is done again begins where it began before.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as f

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.endpoints import write_batch
from streamgauge.engines.spark.lowering import lower_step
from streamgauge.engines.spark.source import read_source
from streamgauge.engines.spark.stage import OFFSET, PARTITION, Marks, Stage
from streamgauge.flow import Flow, Iterate, Sink, Source
from streamgauge.flow.centroids import Centroids
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.transport.base import Topic

_KEPT = 2  # batches whose centroids stay, for one that is done again


def iterating(flow: Flow) -> Iterate | None:
    """The step that iterates, if there is one; it is the last before the sink."""
    last = flow.sink.upstream
    return last if isinstance(last, Iterate) else None


def iterate_stream(step: Iterate, records: DataFrame, output: Topic, folder: Path) -> Any:
    """A stream writer that learns from `records`; the centroids are kept in `folder`."""
    return points(step, records).writeStream.foreachBatch(Learner(step, output, folder))


def points(step: Iterate, records: DataFrame) -> DataFrame:
    """The coordinates of each point, and where in the input it was."""
    before = Flow("points", Sink(step.upstream))
    stages: dict[int, Stage] = {}
    for each in before.steps:
        inputs = [stages[id(upstream)] for upstream in each.upstreams] or [Stage(records, Marks.of(before))]
        stages[id(each)] = (
            read_source(each, inputs[0], delay_ms=each.watermark_delay_ms)
            if isinstance(each, Source)
            else lower_step(each, *inputs)
        )
    rows = stages[id(before.sink)].rows
    are_there = " AND ".join(f"{SPARK.identifier(name)} IS NOT NULL" for name in step.columns)
    coordinates = [f"CAST({SPARK.identifier(name)} AS DOUBLE) AS _x{number}" for number, name in enumerate(step.columns)]
    return rows.where(are_there).selectExpr(*coordinates, INTENDED_TIME, PARTITION, OFFSET)


class Learner:
    """What is done with each batch."""

    def __init__(self, step: Iterate, output: Topic, folder: Path) -> None:
        self._step, self._output, self._folder = step, output, folder

    def __call__(self, batch: DataFrame, number: int) -> None:
        centroids = self._loaded(number)
        batch = batch.persist()
        try:
            rows = list(self._learned(centroids, batch))
        finally:
            batch.unpersist()
        if rows:
            told = batch.sparkSession.createDataFrame(rows, "value STRING, partition INT")
            write_batch(told.coalesce(1), number, self._output)  # in order, since the last of them is the answer
        self._keep(centroids, number + 1)

    def _learned(self, centroids: Centroids, batch: DataFrame) -> Iterator[Row]:
        """A row for each slice of the batch; slices go by offset, which all partitions count alike."""
        bounds = (f"coalesce(min({OFFSET}), 0)", f"coalesce(max({OFFSET}), -1)", f"count(DISTINCT {PARTITION})")
        ((start, last, partitions),) = batch.selectExpr(*bounds).collect()
        while start <= last:
            size = max(1, self._step.most_rows(centroids.points) // partitions)
            found = self._sums(centroids, batch.where(f"{OFFSET} BETWEEN {start} AND {start + size - 1}"))
            for centroid, *total, count, _ in found:
                centroids.add(centroid, total, count)
            if found:
                told = {"points": centroids.points, "distance": centroids.distance, INTENDED_TIME: max(row[-1] for row in found)}
                yield Row(value=json.dumps(told), partition=0)
            start += size

    def _sums(self, centroids: Centroids, points: DataFrame) -> list[Any]:
        """For each centroid that is the nearest to some points: its number, their sum, how many they are, their newest time."""
        assigned = points.selectExpr("*", f"{self._nearest(centroids)} AS _centroid").groupBy("_centroid")
        sums = [f.sum(f"_x{number}") for number in range(len(self._step.columns))]
        return sorted(assigned.agg(*sums, f.count("*"), f.max(INTENDED_TIME)).collect())

    def _nearest(self, centroids: Centroids) -> str:
        """The number of the nearest centroid, as SQL; of several that are equally near, the lowest."""
        places = ", ".join(f"array({', '.join(SPARK.literal(value) for value in place)})" for place in centroids.places)
        square = " + ".join(f"(_x{n} - c[{n}]) * (_x{n} - c[{n}])" for n in range(len(self._step.columns)))
        return f"array_min(transform(array({places}), (c, i) -> named_struct('d', {square}, 'i', i))).i"

    def _loaded(self, number: int) -> Centroids:
        if not number:
            return self._step.centroids()
        kept = json.loads(self._file(number).read_text())
        goals = [row[1:] for row in self._step.goals.rows]
        return Centroids(kept["places"], goals, kept["weights"], kept["points"])

    def _keep(self, centroids: Centroids, number: int) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(number).write_text(json.dumps(centroids.to_data()))
        self._file(number - _KEPT).unlink(missing_ok=True)

    def _file(self, number: int) -> Path:
        return self._folder / f"centroids-{number}.json"
