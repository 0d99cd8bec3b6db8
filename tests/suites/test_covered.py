"""What the seed works measured, part by part: every operation, task, metric, rate and number of theirs has its line."""

from collections.abc import Iterator

import pytest

from streamgauge.suites import SuitePlan, load_suite
from streamgauge.suites.published import Row

SEEDS = load_suite("seeds")

OPERATIONS = ("receive", "parse", "views", "campaigns", "counts", "sink")
TASKS = {
    "iot-xml", "iot-bloom", "iot-average", "iot-distinct", "iot-kalman", "iot-moment", "iot-tree", "iot-regression", "iot-trend",
    "iot-blob-download", "iot-blob-upload", "iot-table-query", "iot-mqtt-publish",
}  # fmt: skip
METRICS_OF_TASKS = {
    "figure 4a": "sustainable_rate.middle",
    "figure 4b": "latency_box_ms.high_quartile",
    "figure 4c": "jitter.median",
    "figure 4d": "cpu_box_cores.median",
    "figure 4e": "memory_box_bytes.median",
}
METRICS_OF_APPLICATIONS = ("latency_ms.p50", "jitter.median", "resources.engine.utilisation", "memory_box_bytes.median")

# The numbers that tables print, and sentences of the text about figures.
NUMBERS = {
    ("000", "table 5.1"): (26_600, 36_400, 2_800_000, 21_300, 29_400, 1_400_000, 50_000, 60_000, 1_300_000),
    ("000", "table 5.2"): (8_400, 63_000, 20_000, 14, 2116, 230, 637),
    ("000", "table 5.3"): (1_700, 2_700, 78_000, 1_000_000, 900, 1_600, 40_000, 480_000),
    ("000", "figures 5.6 and 5.8"): (13, 21, 122, 986, 100, 107, 183, 1271, 410, 388, 310, 1837, 141, 195),
    ("000", "figure 5.4"): (10, 39, 201, 217),
    ("000", "section 5.1.2"): (1431, 3877),
    ("001", "table 1"): (0, 0.38, 0.07, 0.04, 0.45, 285, 184, 24, 41, 22, 95, 61),
    ("001", "table 2"): (0, 0.39, 0.02, 0.03, 0.36, 713, 946, 554, 39, 12, 1533, 44, 459, 220),
    ("002", "figure 4a"): (68_000, 310),
    ("002", "figure 5"): (20, 0.35, 0.05),
}
# Where a rate was printed, there is a plan at it and one that suits any machine.
AT_BOTH_RATES = {
    "000": ("figure 5.4", "section 5.1.2", "table 5.2 and figure 5.5", "table 5.3, figures 5.6 and 5.8"),
    "001": ("figure 10", "table 2", "figure 12"),
    "002": ("figure 5",),
}


def lines(work: str, place: str, *, published: bool | None = None) -> Iterator[tuple[SuitePlan, str, Row]]:
    """The lines of a work's table, for each workload that they stand for."""
    for plan in SEEDS.plans:
        if plan.work and plan.work.name.startswith(work) and published in (None, plan.has_published_rates):
            names = plan.data["workload"]["name"]
            for row in (row for table in plan.tables if place in table.place for row in table.rows):
                several = names if isinstance(names, list) else [names]
                yield from ((plan, name, row) for name in several if row.at.get("workload.name", name) == name)


@pytest.mark.parametrize("rate", ["20000", "40000", "76000", None])
def test_every_operation_has_a_line_at_every_rate(rate: str | None) -> None:
    found = [row.figure for _, _, row in lines("001", "figure 12", published=rate is not None) if row.at.get("rate") == rate]
    assert {*found} == {f"operations_ms.{each}" for each in OPERATIONS}


@pytest.mark.parametrize("place", METRICS_OF_TASKS)
def test_every_task_has_a_line_of_every_metric(place: str) -> None:
    found = {name for _, name, row in lines("002", place) if row.figure == METRICS_OF_TASKS[place]}
    assert found == TASKS


@pytest.mark.parametrize("figure", METRICS_OF_APPLICATIONS)
@pytest.mark.parametrize("published", [True, False])
def test_every_application_has_a_line_of_every_metric_on_both_streams(figure: str, published: bool) -> None:
    found = {
        (name, row.at.get("workload.set.stream") or plan.data["workload"]["set"]["stream"])
        for plan, name, row in lines("002", "figure 5", published=published)
        if row.figure == figure
    }
    assert found == {(name, stream) for name in ("iot-stats", "iot-pred") for stream in ("city", "taxi")}


@pytest.mark.parametrize(("work", "place"), NUMBERS)
def test_every_number_is_there(work: str, place: str) -> None:
    told = [value for _, _, row in lines(work, place) for value in row.was]
    assert [number for number in NUMBERS[work, place] if number not in told] == []


@pytest.mark.parametrize(("work", "place"), [(work, place) for work, places in AT_BOTH_RATES.items() for place in places])
def test_a_rate_of_origin_has_a_plan_that_suits_any_machine(work: str, place: str) -> None:
    assert list(lines(work, place, published=True))
    assert list(lines(work, place, published=False))


@pytest.mark.parametrize(
    ("work", "place", "engine", "option"),
    [
        ("000", "figure 5.2", "flink", "parallelism"),
        ("003", "figure 13", "bytewax", "workers"),
        ("003", "figure 21", "bytewax", "workers"),
        ("003", "figure 38", "bytewax", "workers"),
    ],
)
def test_scaling_is_of_the_workers_where_an_engine_lets_one_choose_them(work: str, place: str, engine: str, option: str) -> None:
    plans = [plan for plan in SEEDS.plans if plan.work and plan.work.name.startswith(work)]
    swept = [
        plan.data["engines"].get(engine, {}).get(option) for plan in plans if any(place == each.place for each in plan.tables)
    ]
    assert [1, 2] in swept
