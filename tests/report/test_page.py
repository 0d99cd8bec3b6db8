"""The page of a run: whole, offline, the same bytes for the same run; and what is damaged is said."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.page import report_page
from streamgauge.runs.reading import read_run

from .html import Tags
from .made_runs import (
    SWITCH,
    add_samples,
    breakdown_trial,
    burst_trial,
    closed_trial,
    latency_trial,
    make_run,
    make_whole_run,
    sustain_trial,
    sweep_trial,
    throughput_trial,
    trial,
)

NASTY = "<script>alert(1)</script>"
LIMIT_BYTES = 1_500_000
Maker = Callable[..., dict[str, Any]]

# For each experiment: how a trial is made, how many charts its page has, and what its answer says.
EXPERIMENTS: dict[str, tuple[Maker, int, str]] = {
    "latency": (latency_trial, 7, "At 2,000 records/s a record takes: dual 10 ms (median), 50 ms (p99)"),
    "throughput": (throughput_trial, 1, "dual 40,000"),
    "burst": (burst_trial, 7, "dual 50 ms"),
    "sustain": (sustain_trial, 1, "For good: dual holds 8,100 records/s and not 9,900"),
    "sweep": (sweep_trial, 1, "dual between 4,000 and 8,000 records/s"),
    "closed": (closed_trial, 1, "an epoch of 80,000 events takes (median): dual 40 ms"),
    "breakdown": (breakdown_trial, 9, "dual schedule, 3.6 of 14.4 ms"),
    "another": (trial, 0, "All answers are verified."),
}


def page_of(folder: Path) -> Tags:
    return Tags(report_page([read_run(folder)]))


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_every_experiment_has_a_page(tmp_path: Path, experiment: str) -> None:
    make, charts, answer = EXPERIMENTS[experiment]
    folder = make_run(tmp_path, [make("dual"), make("reference")], experiment=experiment)
    if experiment in ("latency", "burst", "breakdown"):
        for label in ("dual-1", "reference-1"):
            add_samples(folder, label)
    page = page_of(folder)
    assert answer in page.text
    assert page.names.count("svg") == charts
    assert page.names.count("figcaption") == charts
    assert "script" not in page.names
    assert f"streamgauge run {experiment} wordcount" in page.text
    assert '"cpu_model": "a CPU"' in page.text


def test_nothing_is_asked_for_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [burst_trial("dual", switches=[SWITCH]), burst_trial("reference")], experiment="burst")
    add_samples(folder, "dual-1")
    page = page_of(folder)
    assert page.links
    assert {link for link in page.links if link[1:] not in page.ids or not link.startswith("#")} == set()
    assert len(page.ids) == len(set(page.ids))
    assert "url(http" not in report_page([read_run(folder)])


def test_every_heading_that_is_a_number_leads_to_its_definition(tmp_path: Path) -> None:
    page = page_of(make_run(tmp_path, [latency_trial("dual")]))
    linked = {link.removeprefix("#def-") for link in page.links if link.startswith("#def-")}
    assert {"latency_ms", "first_output_ms", "floor_ms", "outputs_per_input", "cores", "rss_max_bytes"} <= linked
    assert all(DEFINITIONS[name].meaning in page.text for name in linked)


def test_what_others_wrote_appears_as_text(tmp_path: Path) -> None:
    folder = make_run(
        tmp_path,
        [burst_trial(NASTY, label="x", switches=[SWITCH | {"to": NASTY, "decision": {"why": NASTY}}])],
        experiment="burst",
        workload=NASTY,
        machine={"cpu_model": NASTY},
        properties={NASTY: NASTY},
        plan={"workload": {"name": NASTY, "seed": 77, "set": {"<b>property</b>": "<i>value</i>"}}},
    )
    page = page_of(folder)
    assert not {"script", "b", "i"} & {*page.names}
    assert page.text.count("alert(1)") >= 5
    assert '"<b>property</b>" = "<i>value</i>"' in page.text


def test_options_that_were_given_are_told_but_not_those_that_were_swept(tmp_path: Path) -> None:
    flink = {"emission": "mini-batch", "parallelism": [1, 2], "flink_conf": {"a.b": 3}}
    folder = make_run(tmp_path, [latency_trial("flink"), latency_trial("dual")], plan={"engines": {"flink": flink, "dual": {}}})
    assert "Options that were given: flink: emission mini-batch, flink_conf a.b 3." in page_of(folder).text
    plain = make_run(tmp_path, [latency_trial("flink")], name="plain")
    assert "Options that were given" not in page_of(plain).text


@pytest.mark.parametrize(("experiment", "make"), [("latency", latency_trial), ("throughput", throughput_trial)])
@pytest.mark.parametrize(
    ("outputs", "told"),
    [
        ({"spark": 0.25, "flink": 10.5}, "spark coalesces updates: it writes 0.25 outputs for each input, flink 10.5. All"),
        (
            {"spark": 0.25, "flink": 10.5, "dual": 3},
            "spark and dual coalesce updates: they write 0.25 and 3 outputs for each input, flink 10.5. All",
        ),
        ({"spark": 9.6, "flink": 10.5}, ""),
    ],
)
def test_who_coalesces_is_told(tmp_path: Path, experiment: str, make: Maker, outputs: dict[str, float], told: str) -> None:
    trials = [make(engine, outputs_per_input=number) for engine, number in outputs.items()]
    text = page_of(make_run(tmp_path, trials, experiment=experiment)).text
    assert told in text
    assert ("updates: " in text) == bool(told)


def test_switches_are_told_with_their_range(tmp_path: Path) -> None:
    page = page_of(make_run(tmp_path, [burst_trial("dual", switches=[SWITCH])], experiment="burst"))
    assert "part 1-2 to micro-batch at 12.5 s" in page.text
    assert "12,345" in page.text
    assert "a burst at the source" in page.text


def test_equal_runs_give_equal_bytes_and_few(tmp_path: Path) -> None:
    trials = [latency_trial(engine, number) for engine in ("dual", "reference") for number in (1, 2, 3, 4, 5)]
    folder = make_run(tmp_path, trials)
    for each in trials:
        add_samples(folder, each["label"])
    first, second = (report_page([read_run(folder)]) for _ in range(2))
    assert first == second
    assert len(first.encode()) < LIMIT_BYTES


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({}, "With care: 1 of the checks below is doubtful"),  # one trial
        ({"verified": False, "differences": ["row 3 is missing"]}, "WRONG: row 3 is missing"),
        ({"inconclusive": "the sender was late"}, "inconclusive: the sender was late"),
        ({"disturbed": True, "others_cores": 1.25}, "others kept 1.25 cores busy"),
        ({"throttled_share": 0.25}, "a CPU limit held it back in 25.0% of the time"),
        ({"settled": False}, "the rest still moved"),
        ({"lateness_ms": {"p99": 432.1}}, "at most 432.1 ms late (bound 100 ms)"),
    ],
)
def test_what_speaks_against_a_run_is_said(tmp_path: Path, figures: dict[str, Any], said: str) -> None:
    text = page_of(make_whole_run(tmp_path, [latency_trial("dual", **figures)])).text
    assert said in text
    assert "Yes: nothing below speaks against it" not in text


def test_a_run_that_nothing_speaks_against_is_trusted(tmp_path: Path) -> None:
    text = page_of(make_whole_run(tmp_path, [latency_trial("dual", number) for number in (1, 2, 3)])).text
    assert "Yes: nothing below speaks against it" in text


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({}, "not recorded"),
        ({"throttled_share": None}, "this machine does not tell"),
        ({"throttled_share": 0.0}, "no CPU limit held it back"),
        ({"throttled_share": 0.001}, "in 0.1% of the time"),
    ],
)
def test_throttling_is_told(tmp_path: Path, figures: dict[str, Any], said: str) -> None:
    text = page_of(make_whole_run(tmp_path, [latency_trial("dual", number, **figures) for number in (1, 2, 3)])).text
    assert said in text
    assert "Yes: nothing below speaks against it" in text


def test_objectives_stand_first(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [latency_trial("dual")])
    result = json.loads((folder / "result.json").read_text())
    result["engines"][0]["objectives"] = [
        {"objective": "latency_ms.p99 < 40", "value": 50.0, "is_met": False},
        {"objective": "backlog < 11", "value": 5.5, "is_met": True},
    ]
    (folder / "result.json").write_text(json.dumps(result))
    text = page_of(folder).text
    assert "✗ MISSED" in text
    assert "+25%" in text
    assert text.index("MISSED") < text.index("Can this run be trusted?")


def test_samples_that_are_gone_or_damaged_make_a_partial_page(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [latency_trial("dual"), latency_trial("reference")])
    add_samples(folder, "dual-1")
    (folder / "samples" / "dual-1-latency.parquet").write_bytes(b"PAR1 half")
    page = page_of(folder)
    assert "samples of dual-1 are missing or damaged" in page.text
    assert "samples of reference-1 are missing or damaged" in page.text
    assert page.names.count("svg") == 7


def test_several_points_are_drawn_up_to_a_number(tmp_path: Path) -> None:
    trials = [latency_trial("dual", settings={"rate": rate}, label=f"dual-point{rate}") for rate in range(6)]
    text = page_of(make_run(tmp_path, trials)).text
    assert "drawn are the first 4 of 6 points" in text


def test_throughput_over_what_was_swept_has_the_ideal(tmp_path: Path) -> None:
    trials = [throughput_trial("dual", rate=1000.0 * n, settings={"transport.partitions": n}) for n in (1, 2, 4)]
    text = page_of(make_run(tmp_path, trials, experiment="throughput")).text
    assert "Records/s by partitions. dual: 1,000 at 1, 4,000 at 4." in text
    assert "if it grew with it" in text


def test_several_runs_on_one_page(tmp_path: Path) -> None:
    """With their names apart, and the two that can be compared, compared."""
    made = [
        make_run(tmp_path, [latency_trial("dual", number, value) for number in (1, 2, 3)], name=name)
        for name, value in (("a", 10.0), ("b", 20.0))
    ]
    made.append(make_run(tmp_path, [throughput_trial("dual")], experiment="throughput", name="c"))
    page = Tags(report_page([read_run(each) for each in made]))
    assert "3 runs" in page.text
    assert len(page.ids) == len(set(page.ids))
    assert {link for link in page.links if link[1:] not in page.ids} == set()
    assert page.text.count("a (baseline), b (contender)") == 1
    assert "c (contender)" not in page.text


@pytest.mark.parametrize(
    ("plan", "figures", "said"),
    [
        ({}, {}, "come from the same clock"),
        ({"bootstrap_servers": "x:1"}, {}, "they must be kept equal"),
        ({"bootstrap_servers": "x:1"}, {"clock_offset_ms": {"offset": -3.5, "error": 0.5}}, "is -3.5 ms from the sender's"),
        ({"kind": "files"}, {}, "this machine's"),
    ],
)
def test_the_clock_is_named(tmp_path: Path, plan: dict[str, Any], figures: dict[str, Any], said: str) -> None:
    folder = make_run(tmp_path, [throughput_trial("dual", **figures)], experiment="throughput", plan={"transport": plan})
    assert said in page_of(folder).text


def test_engines_at_rates_of_their_own_are_told_with_them(tmp_path: Path) -> None:
    """As with half of what each can do: the sentence, the table, and in the chart what each was offered."""
    rates = {"dual": "4000", "reference": "1000"}
    trials = [latency_trial(name, rate=rate, offered_per_second=float(rate)) for name, rate in rates.items()]
    folder = make_run(tmp_path, trials)
    for each in trials:
        add_samples(folder, each["label"])
    text = page_of(folder).text
    assert "dual 10 ms (median), 50 ms (p99) at 4,000 records/s; reference 10 ms (median), 50 ms (p99) at 1,000 records/s" in text
    assert "offered/s" in text


def test_each_engine_has_its_own_warm_up(tmp_path: Path) -> None:
    trials = [latency_trial("dual", warmup_s=4), latency_trial("reference", warmup_s=12)]
    folder = make_run(tmp_path, trials)
    for each in trials:
        add_samples(folder, each["label"])
    assert "Shaded grey: the warm-up, the first 4 s of dual, 12 s of reference." in page_of(folder).text


def test_an_engine_that_proves_nothing_does_not_silence_the_others(tmp_path: Path) -> None:
    text = page_of(make_run(tmp_path, [latency_trial("dual"), latency_trial("reference", inconclusive="late")])).text
    assert "dual 10 ms (median), 50 ms (p99). Inconclusive for reference: see below why." in text
    neither = [latency_trial(name, inconclusive="late") for name in ("dual", "reference")]
    assert "Inconclusive for all of them: see below why." in page_of(make_run(tmp_path, neither, name="neither")).text


def test_a_search_that_did_not_close_tells_what_its_probes_suggest(tmp_path: Path) -> None:
    trials = [sustain_trial("dual", inconclusive="too few", sustainable_rate={"low": 8100.0, "high": None})]
    text = page_of(make_run(tmp_path, trials, experiment="sustain")).text
    assert "What the probes suggest: dual holds at least 8,100 records/s." in text


def test_a_disturbed_probe_is_told_with_what_disturbed_it(tmp_path: Path) -> None:
    trial = sustain_trial("dual", disturbed=True, others_cores=0.05)
    trial["probes"][1] |= {"disturbed": True, "others_cores": 0.4}
    text = page_of(make_run(tmp_path, [trial], experiment="sustain")).text
    assert "others kept 0.40 cores busy, in 1 of 3 probes" in text


@pytest.mark.parametrize(("experiment", "make"), [("latency", latency_trial), ("burst", burst_trial)])
def test_operations_are_tabled_wherever_they_are_drawn(tmp_path: Path, experiment: str, make: Maker) -> None:
    operations = {"receive": 3.25, "count": 4.5}
    page = page_of(make_run(tmp_path, [make("dual", operations_ms=operations), make("flink")], experiment=experiment))
    assert "by operation. dual: most of it is count (4.5 ms, 58% of 7.8 ms). The table under Figures has every part." in page.text
    assert "mean latency of wordcount by operation" in page.text
    assert {"receive ms", "count ms"} <= {line.strip() for line in page.text.splitlines()}
    plain = page_of(make_run(tmp_path, [make("dual")], experiment=experiment, name="plain"))
    assert "by operation" not in plain.text


OWN = {"own_samples": 2, "own_latency_ms": {"p50": 7.0, "max": 8.0}}


@pytest.mark.parametrize(
    ("experiment", "trial", "result", "names"),
    [
        ("sustain", sustain_trial("dual"), {}, {"probes"}),
        ("closed", closed_trial("dual"), {}, {"epochs"}),
        (
            "latency",
            latency_trial("dual", **OWN),
            {"own_latency": {"name": "age", "definition": "since the start"}},
            {"own_latency_ms", "own_samples"},
        ),
    ],
)
def test_numbers_of_the_rarer_tables_lead_to_definitions(
    tmp_path: Path, experiment: str, trial: dict[str, Any], result: dict[str, Any], names: set[str]
) -> None:
    page = page_of(make_run(tmp_path, [trial], experiment=experiment, **result))
    assert {f"#def-{name}" for name in names} <= {*page.links}
    assert all(DEFINITIONS[name].meaning in page.text for name in names)


def test_the_plan_stands_beside_the_manifest(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [latency_trial("dual")], plan={"limits": {"quiet_s": 7.25}})
    assert "quiet_s = 7.25" in page_of(folder).text
    (folder / "plan.toml").unlink()
    assert "The plan: " not in page_of(folder).text


def test_doubts_about_runs_that_are_compared_are_told(tmp_path: Path) -> None:
    trials = {
        "a": [throughput_trial("dual", number) for number in (1, 2, 3)],
        "b": [throughput_trial("dual", number, disturbed=number > 1) for number in (1, 2, 3)],
    }
    runs = [read_run(make_run(tmp_path, each, experiment="throughput", name=name)) for name, each in trials.items()]
    assert "Note: doubtful: b: others used the machine in 2 of 3 trials of dual." in Tags(report_page(runs)).text


@pytest.mark.parametrize(("names", "is_said"), [("abcdefg", False), ("abcdefgh", True)])
def test_a_page_that_compares_no_more_runs_says_so(tmp_path: Path, names: str, *, is_said: bool) -> None:
    runs = [read_run(make_run(tmp_path, [throughput_trial("dual")], experiment="throughput", name=name)) for name in names]
    text = Tags(report_page(runs)).text
    assert text.count("(contender)") == 6
    assert ("h and what follows it are not compared with earlier runs here" in text) == is_said


def test_runs_are_compared_though_one_names_a_default(tmp_path: Path) -> None:
    runs = [
        read_run(make_run(tmp_path, [throughput_trial("dual")], experiment="throughput", name=name, properties=properties))
        for name, properties in (("a", {}), ("b", {"vocabulary": "10000"}))
    ]
    assert "(contender)" in report_page(runs, lambda _: {"vocabulary": 10_000})
    assert "(contender)" not in report_page(runs)
