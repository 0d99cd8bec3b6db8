"""Two runs beside each other: what is compared, what is refused, and what a gate says."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from streamgauge.errors import AnswerError, RequestError
from streamgauge.measure.definitions import figure_names
from streamgauge.report.compare import Comparison, compare_runs
from streamgauge.report.compare_words import comparison_remarks, comparison_table
from streamgauge.report.compared import Compared
from streamgauge.report.directions import Better, better
from streamgauge.report.gate import Judgement, judge_all, parse_gate
from streamgauge.runs.reading import read_run

from .made_runs import burst_trial, latency_trial, make_run, sustain_trial, throughput_trial

STEADY = (10.0, 10.2, 9.9, 10.1)
DOUBLE = (20.1, 20.3, 19.8, 20.0)


def latency_run(root: Path, name: str, medians: Sequence[float], engine: str = "dual", **more: Any) -> Path:
    trials = [latency_trial(engine, number, value) for number, value in enumerate(medians, start=1)]
    return make_run(root, trials, name=name, **more)


def compared(root: Path, first: Sequence[float], second: Sequence[float], *more: str) -> Comparison:
    ours, theirs = latency_run(root, "a", first), latency_run(root, "b", second)
    return compare_runs(read_run(ours), read_run(theirs), more)


def figure(comparison: Comparison, name: str) -> Compared:
    (found,) = [each for each in comparison.figures if each.figure == name]
    return found


def test_twice_the_latency_is_worse_and_has_an_interval(tmp_path: Path) -> None:
    comparison = compared(tmp_path, STEADY, DOUBLE)
    median = figure(comparison, "latency_ms.p50")
    assert median.verdict == "worse"
    assert (median.baseline, median.contender, median.trials) == (10.05, 20.05, (4, 4))
    assert median.effect.low is not None
    assert median.effect.high is not None
    assert median.effect.low == pytest.approx(2 / 1.1, rel=0.01)  # a millisecond of ten is more than the trials scatter
    assert median.effect.high == pytest.approx(2 * 1.1, rel=0.01)
    assert "dual: 2.00 times the median latency, 95 % interval" in "\n".join(comparison_remarks(comparison))


def test_equal_runs_differ_in_nothing(tmp_path: Path) -> None:
    comparison = compared(tmp_path, STEADY, STEADY)
    assert {each.verdict for each in comparison.figures} == {"no difference seen"}
    assert "no difference seen in any figure" in comparison_remarks(comparison)


def test_one_trial_shows_figures_and_claims_nothing(tmp_path: Path) -> None:
    comparison = compared(tmp_path, STEADY[:1], DOUBLE[:1])
    assert {each.verdict for each in comparison.figures} == {"not enough trials"}
    row = next(row for row in comparison_table(comparison).rows if "latency_ms.p50" in row)
    assert "2.01" in row
    assert any("--trials 5" in each for each in comparison_remarks(comparison))


def test_more_throughput_is_better(tmp_path: Path) -> None:
    first, second = (
        make_run(tmp_path, [throughput_trial("dual", n, rate + n) for n in (1, 2, 3)], experiment="throughput", name=name)
        for name, rate in (("a", 40_000), ("b", 50_000))
    )
    comparison = compare_runs(read_run(first), read_run(second))
    assert figure(comparison, "records_per_second").verdict == "better"


def test_what_proves_nothing_is_left_out(tmp_path: Path) -> None:
    trials = [latency_trial("dual", 1, 10.0), latency_trial("dual", 2, 900.0, inconclusive="the sender was late")]
    first, second = make_run(tmp_path, trials, name="a"), latency_run(tmp_path, "b", STEADY)
    comparison = compare_runs(read_run(first), read_run(second))
    assert figure(comparison, "latency_ms.p50").trials == (1, 4)
    assert comparison.doubts == ["a: left out as inconclusive: 1 of 2 trials of dual"]


def test_where_nothing_can_be_compared_nothing_is_called_equal(tmp_path: Path) -> None:
    late = [latency_trial("dual", number, inconclusive="the sender was late") for number in (1, 2, 3)]
    first, second = latency_run(tmp_path, "a", STEADY), make_run(tmp_path, late, name="b")
    told = comparison_remarks(compare_runs(read_run(first), read_run(second)))
    assert told[0] == "nothing can be compared: the runs share no figure of trials that prove something"
    assert not any("no difference" in each for each in told)
    waiting = [[burst_trial("dual", n, 50.0 + n, highest_backlog=most) for n in (1, 2, 3)] for most in (0.0, 50_000.0)]
    ours, theirs = (make_run(tmp_path, each, experiment="burst", name=f"burst{n}") for n, each in enumerate(waiting))
    told = comparison_remarks(compare_runs(read_run(ours), read_run(theirs)))
    assert told[0] == "no difference seen in the figures that have an interval"


def test_a_run_and_its_copy_are_the_same(tmp_path: Path) -> None:
    first = latency_run(tmp_path, "a", STEADY)
    copy = shutil.copytree(first, tmp_path / "baseline")
    assert read_run(copy).id == "baseline"
    with pytest.raises(RequestError, match="both are the same run"):
        compare_runs(read_run(first), read_run(copy))


def test_two_engines_are_compared_where_each_run_has_one(tmp_path: Path) -> None:
    first, second = latency_run(tmp_path, "a", STEADY, "spark-microbatch"), latency_run(tmp_path, "b", DOUBLE, "dual")
    comparison = compare_runs(read_run(first), read_run(second))
    assert {each.engine for each in comparison.figures} == {"spark-microbatch, then dual"}


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"experiment": "burst"}, "the experiment is latency in one and burst in the other"),
        ({"workload": "grep"}, "the workload is wordcount in one and grep in the other"),
        ({"properties": {"vocabulary": "77"}}, "the property vocabulary is not given in one and 77 in the other"),
        ({"machine": {"cpu_model": "another CPU"}}, "the machine's cpu_model is a CPU in one and another CPU"),
        ({"machine": {"memory_bytes": 2**30}}, "the machine's memory in GiB is 8 in one and 1 in the other"),
        ({"plan": {"rate": "4000"}}, "rate is not given in one and 4000 in the other"),
        ({"plan": {"transport": {"kind": "kafka", "partitions": 4}}}, "the transport's partitions is 2 in one and 4"),
        (
            {"plan": {"transport": {"kind": "kafka", "partitions": 2, "bootstrap_servers": "far:9092"}}},
            "the broker is one of our own in one and far:9092 in the other",
        ),
    ],
)
def test_other_questions_are_refused(tmp_path: Path, other: dict[str, Any], said: str) -> None:
    first, second = latency_run(tmp_path, "a", STEADY), latency_run(tmp_path, "b", STEADY, **other)
    with pytest.raises(RequestError, match=said):
        compare_runs(read_run(first), read_run(second))


def test_a_run_is_not_compared_with_itself(tmp_path: Path) -> None:
    run = read_run(latency_run(tmp_path, "a", STEADY))
    with pytest.raises(RequestError, match="both are the same run"):
        compare_runs(run, run)


@pytest.mark.parametrize(("damage", "said"), [("", "is empty"), ("rate = ", "cannot be read"), (None, "is missing")])
def test_a_run_without_its_plan_is_refused(tmp_path: Path, damage: str | None, said: str) -> None:
    first, second = latency_run(tmp_path, "a", STEADY), latency_run(tmp_path, "b", STEADY)
    (second / "plan.toml").unlink()
    if damage is not None:
        (second / "plan.toml").write_text(damage)
    with pytest.raises(RequestError, match=f"it is not known what was asked: plan.toml {said}"):
        compare_runs(read_run(first), read_run(second))


def test_a_short_run_is_refused(tmp_path: Path) -> None:
    first, second = latency_run(tmp_path, "a", STEADY), latency_run(tmp_path, "b", STEADY)
    (first / "manifest.json").write_text(json.dumps(json.loads((first / "manifest.json").read_text()) | {"short": True}))
    with pytest.raises(RequestError, match="a short run is a try"):
        compare_runs(read_run(first), read_run(second))


def test_what_makes_a_run_doubtful_is_told(tmp_path: Path) -> None:
    assert compared(tmp_path, STEADY, STEADY).doubts == []
    trials = [latency_trial("dual", number, 10.0, disturbed=number == 2) for number in (1, 2, 3)]
    first, second = latency_run(tmp_path, "c", STEADY, partial=True), make_run(tmp_path, trials, name="d")
    comparison = compare_runs(read_run(first), read_run(second))
    told = ["c was cut short: these are the trials that had ended", "d: others used the machine in 1 of 3 trials of dual"]
    assert comparison.doubts == told
    assert comparison.to_data()["doubts"] == told


def test_other_settings_of_clients_are_told(tmp_path: Path) -> None:
    transport = {"kind": "kafka", "partitions": 2}
    first = latency_run(tmp_path, "a", STEADY, plan={"transport": transport})
    second = latency_run(tmp_path, "b", STEADY, plan={"transport": transport | {"client_settings": "tls.properties"}})
    told = compare_runs(read_run(first), read_run(second)).differences
    assert told == ["file of client settings: not given, then tls.properties"]


def test_a_wrong_answer_is_not_compared(tmp_path: Path) -> None:
    wrong = make_run(tmp_path, [latency_trial("dual", verified=False)], name="b")
    with pytest.raises(AnswerError, match="the answer of dual is wrong"):
        compare_runs(read_run(latency_run(tmp_path, "a", STEADY)), read_run(wrong))


def test_engines_that_are_not_in_both_are_refused(tmp_path: Path) -> None:
    both = [latency_trial("dual"), latency_trial("reference")]
    with pytest.raises(RequestError, match="no engine was measured in both"):
        compare_runs(read_run(make_run(tmp_path, both, name="a")), read_run(latency_run(tmp_path, "b", STEADY, "spark-realtime")))


def test_other_settings_of_an_engine_are_told(tmp_path: Path) -> None:
    first = latency_run(tmp_path, "a", STEADY, plan={"engines": {"dual": {"batch_interval": 1}}})
    second = latency_run(tmp_path, "b", STEADY, plan={"engines": {"dual": {}}}, machine={"java_version": "21"})
    told = compare_runs(read_run(first), read_run(second)).differences
    assert told == ["java_version: 17, then 21", "dual, option batch_interval: 1, then not given"]


def test_other_versions_of_what_both_used_are_told(tmp_path: Path) -> None:
    first = latency_run(tmp_path, "a", STEADY, versions={"apache-flink": "2.2.0", "kafka": "4.3.1", "bytewax": "0.21.1"})
    second = latency_run(tmp_path, "b", STEADY, versions={"apache-flink": "2.3.0", "kafka": "4.3.1", "pyspark": "4.2.0"})
    assert compare_runs(read_run(first), read_run(second)).differences == ["version of apache-flink: 2.2.0, then 2.3.0"]


def test_a_figure_that_is_asked_for_is_shown_or_refused_with_the_nearest(tmp_path: Path) -> None:
    assert figure(compared(tmp_path, STEADY, DOUBLE, "latency_ms.p90"), "latency_ms.p90").verdict == "worse"
    runs = [read_run(tmp_path / name) for name in ("a", "b")]
    with pytest.raises(RequestError, match=r"did you mean .latency_ms\.p99."):
        compare_runs(runs[0], runs[1], ["latency_ms.p98"])
    with pytest.raises(RequestError, match=r"the baseline has no figure 'epoch_ms\.p50'"):
        compare_runs(runs[0], runs[1], ["epoch_ms.p50"])


@pytest.mark.parametrize(
    ("second", "percent", "judgement"),
    [
        (DOUBLE, 5, Judgement.FAILED),
        (DOUBLE, 95, Judgement.FAILED),
        (DOUBLE, 100, Judgement.PASSED),  # the middle is 2, the bound nearest to no change is not
        (STEADY, 5, Judgement.PASSED),
        (DOUBLE[:2], 5, Judgement.UNKNOWN),
    ],
)
def test_a_gate_is_judged_on_the_bound(tmp_path: Path, second: Sequence[float], percent: int, judgement: Judgement) -> None:
    gate = parse_gate(f"latency_ms.p99 worse than {percent}%")
    (judged,) = judge_all([gate], compared(tmp_path, STEADY, second, gate.figure))
    assert judged.judgement is judgement


def test_less_throughput_is_worse(tmp_path: Path) -> None:
    rates = {"a": 50_000.0, "b": 40_000.0}
    runs = [
        read_run(
            make_run(tmp_path, [throughput_trial("dual", n, rate + n) for n in (1, 2, 3)], experiment="throughput", name=name)
        )
        for name, rate in rates.items()
    ]
    for percent, judgement in ((15, Judgement.FAILED), (25, Judgement.PASSED)):
        gate = parse_gate(f"records_per_second worse than {percent}%")
        (judged,) = judge_all([gate], compare_runs(runs[0], runs[1], [gate.figure]))
        assert judged.judgement is judgement


def test_an_engine_that_is_gone_or_proves_nothing_does_not_pass(tmp_path: Path) -> None:
    gate = parse_gate("latency_ms.p99 worse than 5%")
    ours = [latency_trial(engine, n, 10.0 + n / 100) for engine in ("dual", "flink", "toy") for n in (1, 2, 3)]
    theirs = [each | ({"inconclusive": "late"} if each["engine"] == "flink" else {}) for each in ours if each["engine"] != "toy"]
    runs = [read_run(make_run(tmp_path, trials, name=name)) for name, trials in (("a", ours), ("b", theirs))]
    comparison = compare_runs(runs[0], runs[1], [gate.figure])
    judged = {each.place.engine: each.judgement for each in judge_all([gate], comparison)}
    assert judged == {"dual": Judgement.PASSED, "flink": Judgement.UNKNOWN, "toy": Judgement.UNKNOWN}
    assert "also different: only the baseline has toy" in comparison_remarks(comparison)


def test_another_half_is_told(tmp_path: Path) -> None:
    halves = [[latency_trial("dual", n, 10.0) | {"rate": rate} for n in (1, 2)] for rate in ("8000", "12000")]
    runs = [read_run(make_run(tmp_path, trials, name=name)) for name, trials in zip("ab", halves, strict=True)]
    assert "also different: dual, rate offered: 8000, then 12000" in comparison_remarks(compare_runs(runs[0], runs[1]))


def test_nothing_is_not_worse_than_nothing(tmp_path: Path) -> None:
    gate = parse_gate("repeated worse than 0%")
    (judged,) = judge_all([gate], compared(tmp_path, STEADY, DOUBLE, gate.figure))
    assert judged.judgement is Judgement.PASSED


@pytest.mark.parametrize(
    "text",
    [
        "latency_ms.p99 > 5",
        "latency_ms.p98 worse than 5%",
        "events worse than 5%",
        "sustainable_rate.relative_width worse than 5%",
        "records_per_second worse than 100%",
        "sustainable_rate.low worse than 250%",
        "worse than 5%",
    ],
)
def test_what_is_no_gate_is_refused(text: str) -> None:
    with pytest.raises(RequestError):
        parse_gate(text)


def test_the_direction_of_figures() -> None:
    directions = {name: better(name) for name in figure_names()}
    assert directions["latency_ms.p99.9"] is Better.LESS
    assert directions["resources.engine.rss_max_bytes"] is Better.LESS
    assert directions["sustainable_rate.middle"] is Better.MORE
    assert directions["sustainable_rate.relative_width"] is Better.NEITHER
    assert directions["latency_box_ms.outliers"] is Better.NEITHER
    assert directions["offered_per_second"] is Better.NEITHER


def same_question(root: Path, first: dict[str, Any], second: dict[str, Any], **defaults: Any) -> list[str]:
    """What is told of two engines in two runs that were asked for in other words."""
    trials = [latency_trial(engine, number, 10.0) for engine in ("dual", "flink") for number in (1, 2, 3)]
    runs = [read_run(make_run(root, trials, name=name, **more)) for name, more in (("a", first), ("b", second))]
    return compare_runs(runs[0], runs[1], defaults=lambda _: defaults).differences


def test_a_setting_is_the_same_however_it_was_written(tmp_path: Path) -> None:
    """`--rate 2000` writes a text, a suite a number."""
    first, second = ({"plan": {"rate": rate, "warmup": warmup}} for rate, warmup in (("2000", "30"), (2000, 30)))
    assert same_question(tmp_path, first, second) == []


@pytest.mark.parametrize("plan", [{}, {"workload": {"name": "wordcount", "set": {"vocabulary": 10_000}}}])
def test_a_property_may_be_given_as_its_default(tmp_path: Path, plan: dict[str, Any]) -> None:
    given = {"properties": {"vocabulary": "10000"}, "plan": plan}
    assert same_question(tmp_path, given, {}, vocabulary=10_000) == []
    with pytest.raises(RequestError, match="the property vocabulary is 10000 in one and 77 in the other"):
        same_question(tmp_path / "other", {}, {"properties": {"vocabulary": "77"}}, vocabulary=10_000)


def test_swept_settings_are_the_same_however_they_were_written(tmp_path: Path) -> None:
    runs = []
    for name, rates in (("a", (1000, 2000)), ("b", ("1000", "2000"))):
        trials = [
            latency_trial(engine, settings={"rate": rate}, label=f"{engine}-{rate}")
            for engine in ("dual", "flink")
            for rate in rates
        ]
        runs.append(read_run(make_run(tmp_path, trials, name=name, plan={"rate": list(rates)})))
    assert len(compare_runs(runs[0], runs[1]).places) == 4


CAUGHT_UP = (5.0, 5.1, 4.9)
LACKING = "1 of 4 trials of the contender have no catch_up_s, 0 of 3 of the baseline"


@pytest.mark.parametrize(
    ("before", "after", "judgement", "said"),
    [
        (CAUGHT_UP, CAUGHT_UP, Judgement.PASSED, "no difference seen"),
        (CAUGHT_UP, (*CAUGHT_UP, None), Judgement.UNKNOWN, LACKING),
        (CAUGHT_UP, (None,) * 4, Judgement.UNKNOWN, "not both runs have a trial that tells it"),
        ((*CAUGHT_UP, None), CAUGHT_UP, Judgement.PASSED, "no difference seen"),
        ((*CAUGHT_UP, None), (*CAUGHT_UP, None), Judgement.PASSED, "no difference seen"),
    ],
)
def test_those_that_caught_up_do_not_stand_for_those_that_never_did(
    tmp_path: Path, before: Sequence[float | None], after: Sequence[float | None], judgement: Judgement, said: str
) -> None:
    gate = parse_gate("catch_up_s worse than 5%")
    runs = []
    for name, seconds in (("a", before), ("b", after)):
        trials = [burst_trial("dual", number, catch_up_s=each) for number, each in enumerate(seconds, start=1)]
        runs.append(read_run(make_run(tmp_path, trials, experiment="burst", name=name)))
    comparison = compare_runs(runs[0], runs[1], [gate.figure])
    (judged,) = judge_all([gate], comparison)
    assert judged.judgement is judgement
    assert said in str(judged)
    lacking = {name: each.count(None) for name, each in (("a", before), ("b", after)) if None in each}
    told = [f"{name}: {count} of 4 trials of dual have no catch_up_s" for name, count in lacking.items()]
    assert [each for each in comparison.doubts if "catch_up_s" in each] == told


@pytest.mark.parametrize(("rate", "judgement"), [("8300", Judgement.FAILED), ("12000", Judgement.UNKNOWN)])
def test_what_was_measured_under_another_load_is_not_judged(tmp_path: Path, rate: str, judgement: Judgement) -> None:
    """As with half of what each of two releases can do."""
    gates = [parse_gate(f"{name} worse than 5%") for name in ("latency_ms.p50", "maximum_per_second")]
    runs = []
    for name, medians, offered in (("a", STEADY, "8000"), ("b", DOUBLE, rate)):
        trials = [
            latency_trial("dual", number, median, rate=offered, maximum_per_second=16_000.0)
            for number, median in enumerate(medians, start=1)
        ]
        runs.append(read_run(make_run(tmp_path, trials, name=name, plan={"rate": "half"})))
    latency, maximum = judge_all(gates, compare_runs(runs[0], runs[1], [gate.figure for gate in gates]))
    assert latency.judgement is judgement
    assert ("8,000 records/s were offered, then 12,000" in latency.sentence) == (judgement is Judgement.UNKNOWN)
    assert maximum.judgement is Judgement.PASSED


def test_latencies_of_a_search_are_of_the_rate_that_it_held(tmp_path: Path) -> None:
    gates = [parse_gate(f"{name} worse than 5%") for name in ("latency_ms.p50", "sustainable_rate.low")]
    runs = []
    for name, rate in (("a", 9000.0), ("b", 6000.0)):
        trials = [sustain_trial("dual", number, rate + number) for number in (1, 2, 3)]
        runs.append(read_run(make_run(tmp_path, trials, experiment="sustain", name=name)))
    judged = judge_all(gates, compare_runs(runs[0], runs[1], [gate.figure for gate in gates]))
    assert [each.judgement for each in judged] == [Judgement.UNKNOWN, Judgement.FAILED]


def test_a_gate_does_not_close_where_no_difference_is_seen(tmp_path: Path) -> None:
    """Every other of the equal trials differs by a fifth: a seventh more is no difference, however narrow its interval."""
    gate = parse_gate("latency_ms.p50 worse than 1%")
    noisy = [10.0, 12.0] * 10
    comparison = compared(tmp_path, noisy, [1.15 * each for each in noisy], gate.figure)
    low = figure(comparison, gate.figure).effect.low
    assert low is not None
    assert low > 1.01
    (judged,) = judge_all([gate], comparison)
    assert judged.judgement is Judgement.PASSED
