"""All engines in one table: figures from several runs, never of two emissions, and who coalesces is told."""

from typing import Any

from streamgauge.report.tables.engines import engine_tables


def run(experiment: str, *entries: dict[str, Any], workload: str = "wordcount") -> dict[str, Any]:
    common = {"emission": "update", "verified": True, "others_cores": 0.0}
    return {"experiment": experiment, "workload": workload, "engines": [common | entry for entry in entries]}


THROUGHPUT = run(
    "throughput",
    {"engine": "flink", "records_per_core_second": 50_000, "records_per_second": 80_000, "outputs_per_input": 10.0},
    {"engine": "spark", "records_per_core_second": 90_000, "records_per_second": 150_000, "outputs_per_input": 0.2},
)
LATENCY = run(
    "latency",
    {"engine": "flink", "latency_ms": {"p50": 4.0, "p99": 12.0}, "outputs_per_input": 10.0, "others_cores": 0.3},
    {"engine": "spark", "latency_ms": {"p50": 480.0, "p99": 990.0}, "outputs_per_input": 6.6, "verified": False},
)


def test_the_figures_of_several_runs_stand_in_one_row() -> None:
    (table,) = engine_tables([THROUGHPUT, LATENCY])
    rows = {row[0]: dict(zip(table.headings, row, strict=True)) for row in table.rows}
    assert rows["flink"]["records/s per core"] == 50_000
    assert rows["flink"]["p99 ms"] == 12
    assert rows["flink"]["others' cores"] == 0.3
    assert rows["flink"]["holds from"] == "-"
    assert rows["flink"]["answer"] == "verified"
    assert rows["spark"]["answer"] == "WRONG in latency"


def test_an_engine_that_writes_once_for_several_updates_is_named() -> None:
    (table,) = engine_tables([THROUGHPUT, LATENCY])
    assert table.note == "written once for several updates: spark"


def test_emissions_and_workloads_are_never_mixed() -> None:
    final = run("throughput", {"engine": "flink", "emission": "final"}, {"engine": "bytewax", "emission": "final"})
    other = run("latency", {"engine": "flink"}, {"engine": "bytewax"}, workload="ysb")
    titles = [table.title for table in engine_tables([THROUGHPUT, final, other])]
    assert titles == [
        "wordcount, emission update: all engines",
        "wordcount, emission final: all engines",
        "ysb, emission update: all engines",
    ]


def test_one_engine_alone_makes_no_table() -> None:
    assert engine_tables([run("latency", {"engine": "flink"})]) == []
