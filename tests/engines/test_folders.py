"""A sink that names folders lays its files out by them, where an engine writes files; the answer is the same."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from streamgauge.workloads import load_workload

from .opened import OpenEngine

EVENTS = 3000


def rows_in(path: Path) -> list[dict[str, object]]:
    return [json.loads(value) for value in pq.ParquetFile(path).read(["value"])["value"].to_pylist()]


@pytest.mark.parametrize("open_engine", ["spark-microbatch"], indirect=True)
def test_the_log_lies_in_folders_by_window_and_shard(open_engine: OpenEngine) -> None:
    workload = load_workload("nexmark-q10").configured({"window": "100ms", "shards": "3"}, seed=1)
    comparison, _ = open_engine.run(workload.flow, list(workload.stream.records(0, EVENTS)), transport="files")
    assert comparison.equal, comparison.examples
    log = open_engine.place.work.parent / "log"
    newest = max(log.glob("*-out"), key=lambda folder: folder.stat().st_mtime)
    files = list(newest.rglob("window_start=*/shard=*/*.parquet"))
    folders = {(file.parent.parent.name, file.parent.name) for file in files}
    assert len({shard for _, shard in folders}) == 3
    assert len({window for window, _ in folders}) > 1
    for file in files:
        expected = {f"window_start={row['window_start']}/shard={row['shard']}" for row in rows_in(file)}
        assert expected == {f"{file.parent.parent.name}/{file.parent.name}"}
