"""A page stays below 1.5 MB, however many engines, points and trials it has: then less is drawn, and the page says what."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from streamgauge.report.charts.style import draw
from streamgauge.report.charts.timeline import Cell, Timeline, Track, timeline_chart
from streamgauge.report.page import report_page
from streamgauge.report.sections.budget import _CELL_BYTES, MOST_LINES, Budget
from streamgauge.runs.reading import read_run

from .made_runs import START_MS, add_samples, latency_trial, make_run

LIMIT_BYTES = 1_500_000
ENGINES = ("spark-microbatch", "spark-realtime", "dual", "flink", "bytewax")
AS_LINES = "are drawn as lines: with heat the page would become too large"
SECONDS = 600


def scattered(folder: Path, label: str, seed: int) -> None:
    """Samples as bad as they come: ten minutes, every latency from 1 ms to 100 s in every second, nothing twice."""
    add_samples(folder, label)
    random = np.random.default_rng(seed)
    due_ms = START_MS + np.arange(0, SECONDS * 1000, 10)
    done_ms = due_ms + (10 ** random.uniform(0, 5, len(due_ms))).astype(np.int64)
    seconds = np.arange(SECONDS)
    series = {name: random.uniform(0, 1e5, SECONDS) for name in ("achieved", "backlog", "latency_p50_ms", "latency_p99_ms")}
    series |= {"at_ms": START_MS + 1000 * seconds, "offered": random.uniform(0, 2e5, SECONDS)}
    used = {"at_ms": START_MS + 1000 * seconds, "engine_cpu_s": np.cumsum(random.uniform(0, 2, SECONDS))}
    used |= {"engine_rss_bytes": random.uniform(1e8, 1e9, SECONDS)}
    files = {"latency": {"intended_ms": due_ms, "append_ms": done_ms}, "series": series, "resources": used}
    for kind, columns in files.items():
        pq.write_table(pa.table(columns), folder / "samples" / f"{label}-{kind}.parquet")


def page_of(root: Path, points: int) -> str:
    trials = [
        latency_trial(engine, settings={"rate": 1000 * point}, label=f"{engine}-{point}", rate=str(1000 * point))
        for point in range(1, points + 1)
        for engine in ENGINES
    ]
    folder = make_run(root, trials)
    for number, each in enumerate(trials):
        scattered(folder, each["label"], number)
    return report_page([read_run(folder)])


def test_five_engines_at_four_points_fit(tmp_path: Path) -> None:
    page = page_of(tmp_path, 4)
    assert len(page.encode()) < LIMIT_BYTES
    assert "Note: latencies at rate 4000 " + AS_LINES in page
    assert "Note: latencies at rate 1000 " + AS_LINES not in page


def test_five_engines_at_one_point_have_their_heat(tmp_path: Path) -> None:
    page = page_of(tmp_path, 1)
    assert AS_LINES not in page
    assert "latency, strongest where most records are" in page


def timeline(cells: int) -> Timeline:
    every = [(0.0, 1.0), (1000.0, 2.0)]
    heat = [Cell(float(at), at + 1.0, 1.234, 12.345, (at % 97) / 97) for at in range(cells)]
    return Timeline(1000, [Track("dual", offered=every, achieved=every, backlog=every, median_ms=every, p99_ms=every, heat=heat)])


def test_a_cell_takes_no_more_than_is_counted_for_it() -> None:
    large, small = (len(draw(timeline_chart(timeline(cells)), "time")) for cells in (1000, 1))
    assert 0.6 * _CELL_BYTES < (large - small) / 999 <= _CELL_BYTES


@pytest.mark.parametrize(("left", "has_heat"), [(_CELL_BYTES * 10, True), (_CELL_BYTES * 10 - 1, False)])
def test_a_budget_is_spent_once(left: int, *, has_heat: bool) -> None:
    budget = Budget(left, time_axes=1)
    assert bool(budget.within(timeline(10)).tracks[0].heat) is has_heat
    assert not budget.within(timeline(10)).tracks[0].heat


def test_more_points_and_trials_leave_less_for_heat(tmp_path: Path) -> None:
    one, many, swept = (
        read_run(make_run(tmp_path, trials, name=name))
        for name, trials in {
            "one": [latency_trial("dual")],
            "many": [latency_trial("dual", number) for number in range(1, 6)],
            "swept": [latency_trial("dual", settings={"rate": rate}, label=f"dual-{rate}") for rate in range(9)],
        }.items()
    )
    left = [Budget.beside(runs).heat_bytes for runs in ([one], [many], [swept], [one, swept])]
    assert left == sorted(left, reverse=True)
    assert len({*left}) == 4


def test_of_many_trials_the_first_are_drawn(tmp_path: Path) -> None:
    trials = [latency_trial("dual", number) for number in range(1, MOST_LINES + 2)]
    assert "of each engine the first 5 trials are drawn" in report_page([read_run(make_run(tmp_path, trials, name="many"))])
    assert "trials are drawn" not in report_page([read_run(make_run(tmp_path, trials[:MOST_LINES], name="few"))])


def test_a_timeline_without_heat_is_not_said_to_have_lost_it() -> None:
    found = timeline(0)
    assert Budget(-1, time_axes=1).within(found) is found


def test_lines_of_trials_go_before_time_axes(tmp_path: Path) -> None:
    trials = [latency_trial(engine, number) for engine in ENGINES for number in range(1, 6)]
    run = read_run(make_run(tmp_path, trials))
    found = [Budget.beside([run] * count) for count in (1, 3, 4, 6, 9)]
    assert [each.lines for each in found] == [5, 5, 1, 1, 1]
    assert [each.time_axes for each in found] == [1, 3, 4, 5, 2]
    assert [each.takes_time_axis() for each in [found[0]] * 2] == [True, False]


def test_six_runs_of_five_engines_and_five_trials_fit(tmp_path: Path) -> None:
    """Of each engine the first trial has its samples, for of others nothing is drawn."""
    trials = [latency_trial(engine, number, 10.0 + number) for engine in ENGINES for number in range(1, 6)]
    folders = [make_run(tmp_path, trials, name=name) for name in "abcdef"]
    for number, folder in enumerate(folders):
        for engine in ENGINES:
            scattered(folder, f"{engine}-1", number)
    page = report_page([read_run(folder) for folder in folders])
    assert len(page.encode()) < LIMIT_BYTES
    assert page.count("of each engine the first trial is drawn; with more the page would become too large") == len(folders)
    assert page.count("Note: not drawn, for the page would become too large: this run") == 1
