"""Published tables with our figures beside them: which run answers which table, and what is never compared."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.answering import answers_to
from streamgauge.report.reproduction import reproduction_pages
from streamgauge.runs.reading import read_run
from streamgauge.suites import Suite, SuitePlan
from streamgauge.suites.published import Work, read_table

from .html import Tags
from .made_runs import burst_trial, latency_trial, make_run, throughput_trial

RATES = (("at a rate", "bursts:calm=7"), ("at none", ""))
NASTY = "<script>alert(1)</script>"
WORK = Work("000 Work", "000-work", "about", "8 machines", "Storm", "with a clock", ("everything",))
ROW = {"unit": "words/s", "figure": "units_per_second"}
TABLE = {
    "place": "table 5.1",
    "title": "WordCount",
    "engines": ["Flink", "Storm"],
    "rows": [
        ROW | {"name": "uniform words", "at": {"workload.set.distribution": "uniform"}, "was": [2_800_000, 36_400]},
        ROW | {"name": "skewed words", "at": {"workload.set.distribution": "zipf"}, "was": [1_400_000, ""]},
    ],
    "relations": [
        {
            "name": "uniform over skewed",
            "figure": "units_per_second",
            "over": {"workload.set.distribution": "uniform"},
            "under": {"workload.set.distribution": "zipf"},
            "was": "Flink 2",
        }
    ],
}
ASKED = {
    "experiment": "throughput",
    "events": 500_000,
    "workload": {"name": "wordcount", "set": {"distribution": ["uniform", "zipf"]}},
    "engines": {"dual": {"batch_interval": 1}},
}


def plan(data: Mapping[str, Any] = ASKED, *tables: Mapping[str, Any], published_rates: bool = False) -> SuitePlan:
    found = tuple(map(read_table, tables or (TABLE,)))
    return SuitePlan("seed work 000, table 5.1: WordCount", "", published_rates, data, found, WORK)


def page_of(folders: list[Path], *plans: SuitePlan) -> Tags:
    suite = Suite("seeds", "all", plans or (plan(),))
    pages = reproduction_pages(suite, [read_run(each) for each in folders], Path("/elsewhere"), defaults)
    assert list(pages) == ["000-work.html"]
    return Tags(pages["000-work.html"])


def defaults(workload: str) -> dict[str, Any]:
    return {"distribution": "uniform", "vocabulary": 10_000} if workload == "wordcount" else {}


def throughput(root: Path, name: str = "a", rates: Mapping[str, float] | None = None, **more: Any) -> Path:
    """A run that swept the distribution."""
    swept = (rates or {"uniform": 3e4, "zipf": 2e4}).items()
    trials = [
        throughput_trial("dual", rate=rate, settings={"workload.set.distribution": each}, label=f"dual-{each}")
        for each, rate in swept
    ]
    return make_run(root, trials, experiment="throughput", name=name, **more)


def test_figures_stand_beside_those_published(tmp_path: Path) -> None:
    text = page_of([throughput(tmp_path)]).text
    assert "1 of its 1 tables and figures have been measured here" in text
    for number in ("2,800,000", "36,400", "300,000", "200,000", "dual 1.50", "Flink 2", "8 machines", "a CPU, 2 cores, 8 GiB"):
        assert number in text
    assert "not run yet" not in text


def test_what_was_not_run_names_the_command(tmp_path: Path) -> None:
    text = page_of([]).text
    assert "streamgauge suite seeds --only '000, table 5.1'\n" in text
    assert text.count("not run yet") == 3
    assert "--rates published" in page_of([], plan(published_rates=True)).text
    partly = page_of([throughput(tmp_path, rates={"zipf": 2e4})]).text
    assert partly.count("not run yet") == 2  # uniform words, and the relation
    assert "--only" in partly


@pytest.mark.parametrize(
    "unlike",
    [
        {"workload": "grep"},
        {"experiment": "latency"},
        {"properties": {"vocabulary": "5"}},
        {"plan": {"transport": {"kind": "files"}}},
        {"swept": {"transport.partitions": 4}},
    ],
)
def test_other_questions_do_not_answer(tmp_path: Path, unlike: dict[str, Any]) -> None:
    swept = unlike.pop("swept", {})
    made = {"experiment": "throughput", **unlike}
    folder = make_run(tmp_path, [throughput_trial("dual", settings=swept)], **made)
    assert answers_to(plan(), [read_run(folder)], defaults) == []


@pytest.mark.parametrize(("rate", "is_answer"), [("20000", True), ("2000", False)])
def test_another_rate_is_another_question(tmp_path: Path, rate: str, is_answer: bool) -> None:
    folder = make_run(tmp_path, [latency_trial("dual", rate=rate)], plan={"rate": rate})
    asked = {"experiment": "latency", "rate": [20_000, 50_000], "workload": {"name": "wordcount"}}
    assert bool(answers_to(plan(asked), [read_run(folder)], defaults)) == is_answer


def test_a_default_answers_for_its_value_and_the_newest_run_wins(tmp_path: Path) -> None:
    old = make_run(tmp_path, [throughput_trial("dual", rate=1e4)], experiment="throughput", name="old")
    new = make_run(tmp_path, [throughput_trial("dual", rate=2e4)], experiment="throughput", name="new")
    (new / "manifest.json").write_text((new / "manifest.json").read_text().replace("2026-11-16", "2026-11-17"))
    text = page_of([old, new]).text
    assert "200,000" in text
    assert "100,000" not in text


def test_sides_of_a_relation_are_of_one_run(tmp_path: Path) -> None:
    folders = [throughput(tmp_path, "a", {"uniform": 3e4}), throughput(tmp_path, "b", {"zipf": 1e4})]
    text = page_of(folders).text
    assert "300,000" in text
    assert "dual 3.00" not in text


def test_engines_are_set_against_each_other_within_a_run(tmp_path: Path) -> None:
    folder = make_run(
        tmp_path,
        [throughput_trial("dual", rate=3e4), throughput_trial("spark-microbatch", rate=2e4)],
        experiment="throughput",
    )
    sides = {"over": {"engine": "dual"}, "under": {"engine": "spark-microbatch"}}
    relation = {"name": "DO over Spark", "figure": "records_per_second", "was": 1.14} | sides
    text = page_of([folder], plan(ASKED, {"place": "figure 13", "title": "most", "relations": [relation]})).text
    assert "dual over spark-microbatch 1.50" in text
    assert "1.14" in text


def test_an_engine_is_set_against_itself_with_another_option(tmp_path: Path) -> None:
    trials = [
        throughput_trial("flink", rate=rate, settings={"engines.flink.parallelism": number}, label=f"flink-{number}")
        for number, rate in ((1, 1e4), (2, 1.8e4))
    ]
    folder = make_run(tmp_path, trials, experiment="throughput", name="a", plan={"engines": {"flink": {"parallelism": [1, 2]}}})
    asked = {**ASKED, "engines": {"flink": {"parallelism": [1, 2]}}}
    sides = {"over": {"engines.flink.parallelism": 2}, "under": {"engines.flink.parallelism": 1}}
    relation = {"name": "twice the tasks", "figure": "records_per_second", "was": "nearly 2"} | sides
    twice = {"place": "figure 5.2", "title": "scaling", "relations": [relation]}
    text = page_of([folder], plan(asked, twice)).text
    assert "flink 1.80" in text
    assert "1 of its 1 tables" in text
    assert "0 of its 1 tables" in page_of([throughput(tmp_path, "b")], plan(asked, twice)).text


def test_what_was_measured_otherwise_is_told(tmp_path: Path) -> None:
    text = page_of([throughput(tmp_path, plan={"events": 1000})]).text
    assert "events 1,000 instead of 500,000" in text
    assert "dual.batch_interval not given instead of 1" in text


def test_a_rate_that_the_plan_leaves_open_is_told(tmp_path: Path) -> None:
    asked = {"experiment": "burst", "workload": {"name": "wordcount"}}
    rows = [{"name": "mean", "unit": "ms", "figure": "time_averaged_ms"}]
    burst = {"place": "figure 11", "title": "bursts", "rows": rows}
    made = [make_run(tmp_path, [burst_trial("dual")], experiment="burst", name=name, plan={"rate": rate}) for name, rate in RATES]
    assert "rate bursts:calm=7, which the plan leaves open" in page_of([made[0]], plan(asked, burst)).text
    assert "leaves open" not in page_of([made[1]], plan(asked, burst)).text
    assert "leaves open" not in page_of([made[0]], plan({**asked, "rate": "bursts:calm=7"}, burst)).text


def test_a_short_run_is_a_try_and_answers_nothing(tmp_path: Path) -> None:
    folder = throughput(tmp_path)
    file = folder / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"short": True}))
    assert answers_to(plan(), [read_run(folder)], defaults) == []


@pytest.mark.parametrize(
    ("file", "damage"),
    [("manifest.json", {"machine": ["no", "table"]}), ("result.json", {"properties": ["no", "table"]})],
)
def test_a_damaged_run_is_named_and_keeps_no_other_from_being_shown(tmp_path: Path, file: str, damage: dict[str, Any]) -> None:
    whole, damaged = throughput(tmp_path, "whole"), throughput(tmp_path, "damaged", {"uniform": 7e4})
    (damaged / file).write_text(json.dumps(json.loads((damaged / file).read_text()) | damage))
    text = page_of([damaged, whole]).text
    assert "300,000" in text
    assert "700,000" not in text
    assert "damaged: a figure cannot be read: " in text


def test_a_run_without_its_plan_answers_nothing(tmp_path: Path) -> None:
    """What it asked is not known: it may have been offered anything, over any transport."""
    folder = throughput(tmp_path)
    (folder / "plan.toml").unlink()
    text = page_of([folder]).text
    assert "a: plan.toml is missing" in text
    assert "300,000" not in text


def test_what_was_disturbed_is_told(tmp_path: Path) -> None:
    folder = throughput(tmp_path)
    assert "Disturbed" not in page_of([folder]).text
    file = folder / "result.json"
    file.write_text(file.read_text().replace('"disturbed": false', '"disturbed": true'))
    assert "Disturbed: others used the machine while it was measured: dual in a." in page_of([folder]).text


def test_wrong_answers_have_no_figure(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [throughput_trial("dual", rate=7e4, verified=False)], experiment="throughput")
    text = page_of([folder]).text
    assert "WRONG" in text
    assert "700,000" not in text
    wrong = [
        throughput_trial("dual", settings={"workload.set.distribution": each}, verified=False) for each in ("uniform", "zipf")
    ]
    assert "dual has no figure" in page_of([make_run(tmp_path, wrong, experiment="throughput", name="wrong")]).text


def test_a_line_stands_for_each_workload_of_its_plan_and_bursts_have_numbers(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [burst_trial("dual")], experiment="burst", workload="grep")
    asked = {"experiment": "burst", "workload": {"name": ["grep", "ysb"]}}
    rows = [
        {"name": "highest", "unit": "ms", "figure": "bursts.0.overshoot_ms"},
        {"name": "caught up", "unit": "s", "figure": "bursts.0.catch_up_s"},
        {"name": "second burst", "unit": "ms", "figure": "bursts.1.overshoot_ms"},
        {"name": "caught up with the second", "unit": "s", "figure": "bursts.1.catch_up_s"},
    ]
    page = page_of([folder], plan(asked, {"place": "figure 11", "title": "bursts", "rows": rows}))
    for name in ("grep, highest", "ysb, highest"):
        assert name in page.text
    assert page.text.count("never") == 1  # with the first; there was no second
    assert page.text.count("not run yet") == 4  # of ysb


def test_names_are_text_and_links_lead_somewhere(tmp_path: Path) -> None:
    page = page_of([throughput(tmp_path, machine={"cpu_model": NASTY})])
    assert "script" not in page.names
    assert NASTY in page.text
    inside = [link for link in page.links if link.startswith("#")]
    assert inside
    assert {link for link in inside if link[1:] not in page.ids} == set()
    assert {link for link in page.links if not link.startswith("#")} == {
        "000-work.html",
        os.path.relpath(tmp_path / "a", "/elsewhere"),
    }


def test_a_relation_leads_to_the_definition_of_its_figure(tmp_path: Path) -> None:
    relation = TABLE["relations"][0] | {"figure": "imbalance"}  # type: ignore[index]
    page = page_of([throughput(tmp_path)], plan(ASKED, {"place": "figure 13", "title": "most", "relations": [relation]}))
    assert "#def-imbalance" in page.links
    assert DEFINITIONS["imbalance"].meaning in page.text
