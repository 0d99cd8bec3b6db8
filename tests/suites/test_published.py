"""What the seed works published: every table names what it is about, and asks for figures that there are."""

import pytest

from streamgauge.measure.definitions import DEFINITIONS, figure_names
from streamgauge.suites import SuitePlan, load_suite
from streamgauge.suites.published import PublishedTable, read_table

SEEDS = load_suite("seeds")
TABLES = [pytest.param(plan, table, id=f"{plan.work}"[11:14] + table.place) for plan in SEEDS.plans for table in plan.tables]


# Every table and figure in which the works show a measurement.
RESULTS = {
    "000-streambench": "5.1 and table 5.1|table 5.2|table 5.3|figure 5.2|figure 5.3|figure 5.4|figure 5.5|figure 5.7|5.6 and 5.8",
    "001-do": "table 1|table 2|figure 10 a and d|figure 10 b and e|figure 10 c and f|figure 11|figure 12|figure 13",
    "002-iot": "table 1 and figure 2|figure 4a|figure 4b|figure 4c|figure 4d|figure 4e|figure 5, CITY|figure 5, TAXI",
    "003-strymon": "11, 12 and 14|figure 13|19, 20 and 22|figure 21|36, 37 and 39|figure 38",
}


@pytest.mark.parametrize("page", RESULTS)
def test_every_result_of_a_work_is_there(page: str) -> None:
    places = [table.place for plan in SEEDS.plans if plan.work and plan.work.page == page for table in plan.tables]
    assert [each for each in RESULTS[page].split("|") if not any(each in place for place in places)] == []


def test_every_seed_work_has_a_page_and_every_plan_belongs_to_one() -> None:
    assert [work.page for work in SEEDS.works] == ["000-streambench", "001-do", "002-iot", "003-strymon"]
    assert all(plan.work and plan.tables for plan in SEEDS.plans)
    assert all(work.hardware and work.software and work.measuring and work.differs for work in SEEDS.works)


@pytest.mark.parametrize(("plan", "table"), TABLES)
def test_a_table_has_a_number_units_and_figures_that_there_are(plan: SuitePlan, table: PublishedTable) -> None:
    assert table.place
    assert table.place in plan.about
    assert table.rows or table.relations or table.says
    for row in table.rows:
        assert row.unit
        assert len(row.was) == len(table.engines)
        first = row.figure.partition(".")[0]
        is_of_a_list = first in ("bursts", "operations_ms")
        assert is_of_a_list or row.figure in figure_names(), row.figure
        assert row.figure.rpartition(".")[2] in DEFINITIONS or not is_of_a_list or first in DEFINITIONS


@pytest.mark.parametrize(("plan", "table"), TABLES)
def test_settings_that_a_line_is_about_are_those_of_its_plan(plan: SuitePlan, table: PublishedTable) -> None:
    """Else no run of the plan could ever stand beside it."""
    places = [row.at for row in table.rows] + [side for each in table.relations for side in (each.over, each.under)]
    for place in places:
        for name, value in place.items():
            given: object = plan.data
            for part in name.split(".") if name != "engine" else ():
                assert isinstance(given, dict)
                given = given[part]
            known = [*plan.data.get("engines", {}), "flink"] if name == "engine" else given
            assert value in [str(each) for each in (known if isinstance(known, list) else [known])], name


def test_numbers_are_told_on_one_line() -> None:
    rows = [{"name": "uniform", "unit": "words/s", "figure": "units_per_second", "was": [2_800_000, ""]}]
    table = read_table({"place": "table 1", "title": "x", "engines": ["Flink", "Storm"], "rows": rows, "says": "that is all"})
    assert table.in_words == "uniform: Flink 2,800,000 words/s; that is all"


def test_a_line_with_too_few_values_is_refused() -> None:
    row = {"name": "uniform", "unit": "words/s", "figure": "units_per_second", "was": [1]}
    with pytest.raises(ValueError, match="table 1, uniform: 1 values"):
        read_table({"place": "table 1", "title": "x", "engines": ["Flink", "Storm"], "rows": [row]})
