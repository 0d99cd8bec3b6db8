"""All engines in one table: figures from several runs, never of two emissions, and who coalesces is told."""

from typing import Any

import pytest

from streamgauge.report.tables import Table
from streamgauge.report.tables.engines import engine_tables


def run(experiment: str, *entries: dict[str, Any], workload: str = "wordcount", **others: Any) -> dict[str, Any]:
    common = {"emission": "update", "verified": True, "others_cores": 0.0, "outputs_per_input": 10.0, "settings": {}}
    return {"experiment": experiment, "workload": workload, "engines": [common | entry for entry in entries], **others}


THROUGHPUT = run(
    "throughput",
    {"engine": "flink", "records_per_core_second": 50_000, "records_per_second": 80_000},
    {"engine": "spark", "records_per_core_second": 90_000, "records_per_second": 150_000, "outputs_per_input": 0.2},
)
LATENCY = run(
    "latency",
    {"engine": "flink", "rate": "2000", "latency_ms": {"p50": 4.0, "p99": 12.0}, "others_cores": 0.3, "disturbed": True},
    {"engine": "spark", "rate": "2000", "latency_ms": {"p50": 480.0, "p99": 990.0}, "verified": False},
)
SUSTAIN = run(
    "sustain", {"engine": "flink", "sustainable_rate": {"low": 70_000.4, "high": None}, "inconclusive": "too few probes"}
)


def row_of(table: Table, engine: str) -> tuple[object, ...]:
    return next(row for row in table.rows if row[0] == engine)


def test_the_figures_of_several_runs_stand_in_one_row_each_beside_its_outputs() -> None:
    (table,) = engine_tables([THROUGHPUT, LATENCY, SUSTAIN])
    assert table.headings == (
        *("engine", "records/s per core", "records/s", "outputs each", "p50 ms", "p99 ms", "outputs each"),
        *("holds from", "to", "outputs each", "others' cores", "answer"),
    )
    assert row_of(table, "flink") == ("flink", 50_000, 80_000, 10.0, 4, 12, 10.0, "-", "-", "-", 0.3, "verified")
    assert row_of(table, "spark") == ("spark", 90_000, 150_000, 0.2, "-", "-", "-", "-", "-", "-", 0, "WRONG in latency")


def test_the_one_that_does_most_with_a_core_is_first_and_the_unknown_last() -> None:
    (table,) = engine_tables([run("latency", {"engine": "dual"}), THROUGHPUT])
    assert [row[0] for row in table.rows] == ["spark", "flink", "dual"]


def test_an_experiment_that_nobody_ran_has_no_columns() -> None:
    (table,) = engine_tables([THROUGHPUT])
    assert "p50 ms" not in table.headings
    assert "latency" not in table.note


def test_what_must_be_known_is_told() -> None:
    (table,) = engine_tables([THROUGHPUT, LATENCY, SUSTAIN])
    assert table.note.split("; ") == [
        "latency at 2,000 records/s",
        "written once for several updates: spark in throughput",
        "inconclusive: flink in sustain",
        "disturbed by other programs: flink in latency",
    ]


def test_engines_of_unlike_loads_or_of_a_run_that_was_cut_short_are_told() -> None:
    few = run("throughput", {"engine": "flink", "events": 50_000, "partitions": 1})
    many = run("throughput", {"engine": "spark", "events": 2e6, "partitions": 8}, partial=True)
    (table,) = engine_tables([few, many])
    assert table.note.split("; ", 1)[1] == (
        "cut short: spark; unlike loads in throughput: 50,000 events, 1 partitions: flink; 2,000,000 events, 8 partitions: spark"
    )
    assert "unlike" not in engine_tables([few, run("throughput", {"engine": "spark", "events": 5e4, "partitions": 1})])[0].note


def test_what_is_so_in_all_experiments_is_told_by_the_engine_alone() -> None:
    (table,) = engine_tables([THROUGHPUT])
    assert table.note == "written once for several updates: spark"


def test_why_the_dual_engine_has_no_figure_at_its_limit() -> None:
    dual = run("latency", {"engine": "dual", "rate": "2000"}, {"engine": "flink", "rate": "2000"})
    (table,) = engine_tables([dual, THROUGHPUT, SUSTAIN])
    assert "dual has no throughput and no sustained rate: it runs either of Spark's two" in table.note
    assert "has no" not in engine_tables([dual])[0].note
    (measured,) = engine_tables([run("throughput", {"engine": "dual"}, {"engine": "flink"}), dual])
    assert "has no" not in measured.note


def test_where_all_write_the_same_nobody_is_named() -> None:
    (table,) = engine_tables([LATENCY])
    assert "all engines write about as much" in table.note


def test_emissions_workloads_and_their_properties_are_never_mixed() -> None:
    final = run("throughput", {"engine": "flink", "emission": "final"}, {"engine": "bytewax", "emission": "final"})
    other = run("latency", {"engine": "flink"}, {"engine": "bytewax"}, workload="ysb", properties={"campaigns": "7"})
    titles = [table.title for table in engine_tables([THROUGHPUT, final, other])]
    assert titles == [
        "wordcount, emission update: all engines",
        "wordcount, emission final: all engines",
        "ysb, campaigns 7, emission update: all engines",
    ]


def test_points_of_a_sweep_and_other_experiments_are_left_out() -> None:
    swept = run("latency", {"engine": "flink", "settings": {"rate": 1}}, {"engine": "spark", "settings": {"rate": 1}})
    assert engine_tables([swept, run("burst", {"engine": "flink"}, {"engine": "spark"})]) == []


def test_one_engine_alone_makes_no_table() -> None:
    assert engine_tables([run("latency", {"engine": "flink"})]) == []


@pytest.mark.parametrize("doubt", [{"verified": False}, {"inconclusive": "too few batches"}])
def test_what_counts_for_nothing_ranks_nobody_and_is_no_measure_of_outputs(doubt: dict[str, Any]) -> None:
    best = {"engine": "toy", "records_per_core_second": 1e9, "records_per_second": 1e9, "outputs_per_input": 99.0}
    (table,) = engine_tables([run("throughput", best | doubt, {"engine": "flink", "records_per_core_second": 50_000})])
    assert [row[0] for row in table.rows] == ["flink", "toy"]
    assert row_of(table, "toy")[1:4] == ("-", "-", "-")
    assert "all engines write about as much" in table.note


def test_outputs_that_nobody_counted_are_not_few() -> None:
    (table,) = engine_tables([run("throughput", {"engine": "flink"}, {"engine": "toy", "outputs_per_input": None})])
    assert "all engines write about as much" in table.note


def test_an_engine_with_other_options_is_another_row() -> None:
    held_back = run("throughput", {"engine": "flink", "options": {"emission": "mini-batch"}, "records_per_core_second": 70_000})
    (table,) = engine_tables([THROUGHPUT, held_back])
    assert [row[0] for row in table.rows] == ["spark", "flink, emission mini-batch", "flink"]


def test_rates_of_their_own_stand_beside_each_engine() -> None:
    half = run("latency", {"engine": "flink", "rate": "40000"}, {"engine": "spark", "rate": "75000"})
    (table,) = engine_tables([half])
    assert table.headings[-3:] == ("latency at", "others' cores", "answer")
    assert [row[-3] for row in table.rows] == ["40,000 records/s", "75,000 records/s"]
    assert "latency at" not in table.note
