"""Both curves of k-means lie in the run folder, as samples."""

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq

from streamgauge.engines.reference import evaluate
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.convergence import save_convergence
from streamgauge.flow.output import encode_row
from streamgauge.runs.folder import RunFolder
from streamgauge.transport.endpoints import MemoryTopic
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload

from .trials import FakeSession, wordcount_trial

POINTS = 300


def test_found_and_reference(tmp_path: Path) -> None:
    workload = load_workload("kmeans").configured({"centres": "4"}, seed=2)
    folder = RunFolder.create(tmp_path, "test", {}, {})
    output = MemoryTopic(1, "out")
    expected = evaluate(workload.flow, workload.stream.records(0, POINTS))
    trial = wordcount_trial(FakeSession())
    collector = Collector(workload.flow, output, RoundRobin(1))
    writer = output.writer()
    for points, distance in ((100, 2.5), (200, 1.5), (300, 1.25)):
        writer.send(0, encode_row({"points": points, "distance": distance, "_t": 1}), 1)
    writer.close()
    collector.drain()
    save_convergence(replace(trial, workload=workload, collector=collector, expected=expected, events=POINTS), folder, "t1")
    rows = pq.read_table(folder.samples / "t1-convergence.parquet").to_pylist()
    assert [(row["points"], row["distance"]) for row in rows if row["curve"] == "found"] == [(100, 2.5), (200, 1.5), (300, 1.25)]
    reference = {row["points"]: row["distance"] for row in rows if row["curve"] == "reference"}
    assert reference[POINTS] == expected.rows[()][1]
    assert reference[1] == evaluate(workload.flow, workload.stream.records(0, 1)).rows[()][1]
    assert len(reference) > 100


def test_what_does_not_iterate_has_none(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, "test", {}, {})
    save_convergence(wordcount_trial(FakeSession()), folder, "t1")
    assert list(folder.samples.iterdir()) == []
