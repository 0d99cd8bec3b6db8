"""From a trial to its figures: what is right, what is wrong, and what proves nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from streamgauge.errors import InconclusiveError
from streamgauge.experiments import latency, throughput
from streamgauge.experiments.trial import Trial
from streamgauge.report.tables import result_tables
from streamgauge.runs.folder import RunFolder

from .trials import ROWS, wordcount_trial, write


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, "test", {}, {})


@pytest.fixture
def trial() -> Trial:
    return wordcount_trial()


def test_latency_counts_from_the_end_of_the_warm_up(trial: Trial, folder: RunFolder) -> None:
    write(trial, append_ms=iter((1_010, 1_020, 1_030)))
    figures = latency._figures(trial, 1_000, 5.0, folder)
    assert (figures["samples"], figures["latency_ms"]["p50"], figures["latency_ms"]["max"]) == (3, 20, 30)
    assert figures["verified"]
    assert pq.read_table(folder.samples / "fake-latency.parquet")["append_ms"].to_pylist() == [1_010, 1_020, 1_030]
    cold = latency._figures(trial, 1_001, 5.0, folder)
    assert (cold["samples"], cold["latency_ms"]) == (0, None)
    result = {"experiment": "latency", "workload": "wordcount", "rate": "1", "engines": [figures, cold]}
    assert [row[1] for row in result_tables(result)[0].rows] == [20.0, "-"]


def test_broken_records_are_part_of_the_figures(trial: Trial, folder: RunFolder) -> None:
    write(trial)
    assert latency._figures(trial, 0, 0.0, folder)["broken"] == {"count": 0, "records": []}
    trial.expected.broken = [1]
    place = {"event": 1, "partition": 1, "offset": 0}
    assert latency._figures(trial, 0, 0.0, folder)["broken"] == {"count": 1, "records": [place]}


def test_a_late_sender_is_told_but_not_instead_of_a_wrong_answer(folder: RunFolder) -> None:
    right, wrong = wordcount_trial(), wordcount_trial()
    write(right)
    write(wrong, ROWS[:1])
    with pytest.raises(InconclusiveError, match="the sender was late"):
        latency._figures(right, 0, 101.0, folder)
    assert latency._figures(wrong, 0, 101.0, folder)["verified"] is False


def test_everything_at_once_proves_nothing_unless_it_is_wrong(folder: RunFolder) -> None:
    right, wrong = wordcount_trial(), wordcount_trial()
    write(right)
    with pytest.raises(InconclusiveError, match="everything at once"):
        throughput._figures(right, 1_000, folder)
    figures = throughput._figures(wrong, 1_000, folder)
    assert (figures["verified"], figures["records_per_second"], figures["units_per_second"]) == (False, None, None)
    (table,) = result_tables({"experiment": "throughput", "workload": "wordcount", "events": 2, "engines": [figures]})
    assert table.rows[0][:3] == ("fake", "-", "-")
    assert str(table.rows[0][-1]).startswith("WRONG: missing: ")


@pytest.mark.parametrize(
    ("batches", "warmup_s", "p99_ms"),
    [
        ([(0, 900, 100), (1_000, 5, 99), (1_100, 7, 1)], 1, 5),
        ([(0, 900, 100), (1_000, 5, 98), (1_100, 7, 2)], 1, 7),
        ([(0, 900, 100)], 1, 0),
        ([(0, 900, 100)], 0, 900),
    ],
)
def test_lateness_after_the_warm_up(
    tmp_path: Path, batches: Sequence[tuple[int, int, int]], warmup_s: float, p99_ms: float
) -> None:
    sent, late, count = zip(*batches, strict=True)
    in_ns: Callable[[Sequence[int]], list[int]] = lambda values: [value * 1_000_000 for value in values]  # noqa: E731
    table = pa.table({"sent_ns": in_ns(sent), "lateness_ns": in_ns(late), "count": list(count)})
    pq.write_table(table, tmp_path / "lateness.parquet")
    assert latency._lateness_p99_ms(tmp_path / "lateness.parquet", warmup_s) == p99_ms
