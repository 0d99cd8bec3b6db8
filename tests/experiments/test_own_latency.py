"""A workload's own latency: measured from the last write of each row, kept, and shown with its definition."""

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from streamgauge.experiments.own_latency import own_figures
from streamgauge.experiments.trial import Trial
from streamgauge.report.tables import result_tables
from streamgauge.runs.folder import RunFolder
from streamgauge.workloads.own_latency import OwnLatency, OwnSample

from .trials import ROWS, offered_of, wordcount_trial, write

SINCE_START = OwnLatency(
    "age", "since the start", lambda _, last, timetable: [OwnSample(timetable.warm_from_ms, to) for to in last.values()]
)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, "test", {}, {})


def trial_of(own: OwnLatency | None) -> Trial:
    trial = wordcount_trial()
    return replace(trial, workload=replace(trial.workload, workload=replace(trial.workload.workload, own_latency=own)))


def test_the_last_write_of_each_row_counts(folder: RunFolder) -> None:
    trial = trial_of(SINCE_START)
    trial.collector.keep_last_append()
    write(trial, ROWS, append_ms=iter((1_010, 1_020, 1_030)))
    figures = own_figures(offered_of(trial), 0.0, folder, "fake")
    assert (figures["own_samples"], figures["own_latency_ms"]["max"], figures["own_latency_ms"]["mean"]) == (2, 30, 25)
    kept = pq.read_table(folder.samples / "fake-own-latency.parquet")
    assert kept.to_pydict() == {"from_ms": [1_000, 1_000], "to_ms": [1_030, 1_020]}


def test_no_sample_is_no_figure(folder: RunFolder) -> None:
    trial = trial_of(replace(SINCE_START, measure=lambda *_: []))
    trial.collector.keep_last_append()
    assert own_figures(offered_of(trial), 0.0, folder, "fake") == {"own_samples": 0, "own_latency_ms": None}


def test_a_workload_without_one_has_none(folder: RunFolder) -> None:
    assert own_figures(offered_of(trial_of(None)), 0.0, folder, "fake") == {}


def test_it_is_shown_beside_ours_with_its_definition() -> None:
    ours = {"engine": "fake", "settings": {}, "rate": "1", "emission": "update", "latency_ms": {"p50": 7.0, "max": 9.0}}
    entry = ours | {"outputs_per_input": 1.0, "verified": True, "own_samples": 2, "own_latency_ms": {"p50": -3.0, "max": 8.0}}
    result = {"experiment": "latency", "workload": "wordcount", "trials": 1, "engines": [entry]}
    ours_table, own_table = result_tables(result | {"own_latency": SINCE_START.to_data()})
    assert dict(zip(ours_table.headings, ours_table.rows[0], strict=True))["p50 ms"] == 7.0
    row = dict(zip(own_table.headings, own_table.rows[0], strict=True))
    assert (row["p50 ms"], row["max ms"], row["samples"]) == (-3.0, 8.0, 2)
    assert (own_table.title, own_table.note) == ("age of wordcount", "age: since the start")
    assert len(result_tables(result | {"own_latency": None})) == 1
