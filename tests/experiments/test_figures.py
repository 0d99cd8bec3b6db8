"""From a trial to its figures: what is right, what is wrong, and what proves nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from streamgauge.experiments import throughput
from streamgauge.experiments.figures import about, latency_figures, punctuality, worst_throttling
from streamgauge.experiments.online import lateness_p99_ms
from streamgauge.experiments.throughput import AT_ONCE, figures_of
from streamgauge.experiments.trial import Trial
from streamgauge.measure.resources import ResourceSample, RoleSample
from streamgauge.measure.usage import Usage
from streamgauge.report.tables import result_tables
from streamgauge.runs.folder import RunFolder

from .trials import ROWS, offered_of, wordcount_trial, write


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, "test", {}, {})


@pytest.fixture
def trial() -> Trial:
    return wordcount_trial()


def test_latency_counts_from_the_end_of_the_warm_up(trial: Trial) -> None:
    write(trial, append_ms=iter((1_010, 1_020, 1_030)))
    offered = offered_of(trial)
    figures = latency_figures(offered, 0.0)
    assert (figures["samples"], figures["latency_ms"]["p50"], figures["latency_ms"]["max"]) == (3, 20, 30)
    assert figures["first_output_ms"]["max"] == 30
    assert figures["latency_box_ms"]["median"] == 20
    cold = latency_figures(offered, 0.001)
    assert (cold["samples"], cold["latency_ms"], cold["first_output_ms"]) == (0, None, None)
    entries = [about(offered) | {"settings": {}} | each for each in (figures, cold)]
    result = {"experiment": "latency", "workload": "wordcount", "trials": 1, "engines": entries}
    assert [row[1] for row in result_tables(result)[0].rows] == [20.0, "-"]


def test_what_ran_and_whether_it_was_right(trial: Trial) -> None:
    write(trial)
    figures = about(offered_of(trial))
    assert (figures["verified"], figures["outputs_per_input"], figures["differences"]) == (True, 1.5, [])
    assert figures["broken"] == {"count": 0, "records": []}
    trial.expected.broken = [1]
    assert about(offered_of(trial))["broken"] == {"count": 1, "records": [{"event": 1, "partition": 1, "offset": 0}]}


def test_a_wrong_answer_is_told() -> None:
    trial = wordcount_trial()
    write(trial, ROWS[:1])
    figures = about(offered_of(trial))
    assert figures["verified"] is False
    assert "missing" in " ".join(figures["differences"])


@pytest.mark.parametrize(("late_ms", "proves_nothing"), [(100.0, False), (100.6, True)])
def test_a_late_sender_proves_nothing(tmp_path: Path, trial: Trial, late_ms: float, proves_nothing: bool) -> None:
    write(trial)
    figures = punctuality(offered_of(trial, late_ms=late_ms, folder=tmp_path), 0.0)
    assert figures["lateness_ms"] == {"p99": late_ms}
    assert bool(figures["inconclusive"]) is proves_nothing
    assert not proves_nothing or "the sender was late" in figures["inconclusive"]


@pytest.mark.parametrize(("step_ms", "proves_nothing"), [(5.0, False), (-5.1, True)])
def test_a_clock_that_is_set_meanwhile_proves_nothing(tmp_path: Path, trial: Trial, step_ms: float, proves_nothing: bool) -> None:
    write(trial)
    figures = punctuality(replace(offered_of(trial, folder=tmp_path), clock_step_ms=step_ms), 0.0)
    assert bool(figures["inconclusive"]) is proves_nothing
    assert not proves_nothing or "was set by -5 ms" in figures["inconclusive"]


def test_everything_at_once_proves_nothing_unless_it_is_wrong(folder: RunFolder) -> None:
    right, wrong = wordcount_trial(), wordcount_trial()
    write(right)
    figures = figures_of(right, 1_000, Usage([]), folder, "right")
    assert (figures["verified"], figures["records_per_second"], figures["inconclusive"]) == (True, None, AT_ONCE)
    figures = figures_of(wrong, 1_000, Usage([]), folder, "wrong")
    assert (figures["verified"], figures["records_per_second"], figures["units_per_second"]) == (False, None, None)
    assert figures["inconclusive"] is None
    entry = figures | {"settings": {}}
    table, *_ = result_tables({"experiment": "throughput", "workload": "wordcount", "trials": 1, "engines": [entry]})
    assert table.rows[0][:3] == ("fake", "-", "-")
    assert str(table.rows[0][-1]).startswith("WRONG: missing: ")


@pytest.mark.parametrize(("from_ms", "to_ms", "per_core"), [(2_500, 5_500, 15_000), (2_500, 3_500, 10_000), (2_500, 3_400, None)])
def test_the_rate_by_the_core_is_over_the_time_of_the_rate(trial: Trial, from_ms: int, to_ms: int, per_core: int | None) -> None:
    """Two cores are busy but for the fifth second, in which none is."""
    cpu_s = {0: 0.0, 1: 2.0, 2: 4.0, 3: 6.0, 4: 8.0, 5: 8.0, 6: 10.0}
    samples = [ResourceSample(each * 1000, each, {"engine": RoleSample(used, 0.0, 100, 1)}, 0.0) for each, used in cpu_s.items()]
    figures = throughput._shares(trial, 20_000.0, Usage(samples), (from_ms, to_ms))
    assert figures["records_per_core_second"] == per_core
    assert bool(figures["resources"]) == (per_core is not None)
    assert figures["records_per_executor_second"] == 20_000


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
    assert lateness_p99_ms(tmp_path / "lateness.parquet", warmup_s) == p99_ms


def test_the_worst_throttling_is_that_of_the_loads_that_tell() -> None:
    assert worst_throttling([{"throttled_share": 0.1}, {"throttled_share": None}, {"throttled_share": 0.3}]) == 0.3
    assert worst_throttling([{"throttled_share": None}]) is None
