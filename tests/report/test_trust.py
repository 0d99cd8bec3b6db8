"""What speaks for a run and against it, where it has many loads, one engine, or a folder that is not whole."""

import json
from pathlib import Path
from typing import Any

import pytest

from streamgauge.experiments import figures, sustain
from streamgauge.report.sections import trust
from streamgauge.report.sections.trust import trust_section
from streamgauge.runs.reading import read_run

from .made_runs import burst_trial, latency_trial, make_run, make_whole_run, sustain_trial, sweep_trial, throughput_trial

LATE, ALONE, THROTTLED, WARM = (
    "Was the generator on time?",
    "Was the machine left alone?",
    "Was the CPU throttled?",
    "Was it warm?",
)
NOISE, CLOCK, WHOLE = "How much does chance move a figure?", "Which clock?", "Is the folder whole?"
UNTESTED = "; whether the rest was steady is not known: a longer --warmup should not change the figures"


def answers(folder: Path) -> dict[Any, tuple[Any, str]]:
    """The verdict and what was seen, by question."""
    (table,) = trust_section(read_run(folder)).tables
    return {question: (verdict, str(seen)) for question, verdict, seen in table.rows}


def test_the_bounds_are_those_of_the_experiments() -> None:
    assert trust._LATENESS_BOUND_MS == figures.LATENESS_BOUND_MS
    assert trust._PROBE_LATENESS_BOUND_MS == sustain.LATENESS_BOUND_MS


@pytest.mark.parametrize(("late_ms", "verdict"), [(400.0, trust.GOOD), (501.0, trust.DOUBT)], ids=["within the bound", "past it"])
def test_a_search_tells_the_worst_of_all_its_probes(tmp_path: Path, late_ms: float, verdict: str) -> None:
    """Those of its later trials too."""
    trials = [sustain_trial("dual", number, warmup_s=5.0) for number in (1, 2)]
    trials[1]["probes"][1] |= {"lateness_ms": {"p99": late_ms}, "throttled_share": 0.25}
    found = answers(make_run(tmp_path, trials, experiment="sustain"))
    assert found[LATE][0] == verdict
    assert f"at most {late_ms:,.1f} ms late in the worst of 6 probes (bound 500 ms)" in found[LATE][1]
    assert found[THROTTLED] == (trust.DOUBT, "a CPU limit held it back in 25.0% of the time in the worst of 6 probes")
    assert found[WARM] == (trust.UNKNOWN, f"the first 5 s of each probe are left out{UNTESTED}")


def test_of_several_trials_the_worst_counts(tmp_path: Path) -> None:
    """The entry has the figures of the middle trial."""
    trials = [latency_trial("dual", number, throttled_share=0.0) for number in (1, 2, 3)]
    trials[1] |= {"lateness_ms": {"p99": 300.0}, "throttled_share": 0.5, "others_cores": 1.5, "disturbed": True}
    folder = make_run(tmp_path, trials)
    result = json.loads((folder / "result.json").read_text())
    result["engines"][0]["disturbed"] = True  # as it is if one trial was
    (folder / "result.json").write_text(json.dumps(result))
    found = answers(folder)
    assert found[LATE] == (trust.BAD, "99 % at most 300.0 ms late in the worst of 3 trials (bound 100 ms)")
    assert found[THROTTLED] == (trust.DOUBT, "a CPU limit held it back in 50.0% of the time in the worst of 3 trials")
    assert found[ALONE] == (trust.DOUBT, "others kept 1.50 cores busy, in 1 of 3 trials")


@pytest.mark.parametrize(("late_ms", "verdict"), [(99.0, trust.GOOD), (101.0, trust.BAD)])
def test_a_sweep_tells_the_worst_of_its_rates(tmp_path: Path, late_ms: float, verdict: str) -> None:
    trial = sweep_trial("dual", warmup_s=10.0, throttled_share=0.0)
    trial["rates"][2]["lateness_ms"] = {"p99": late_ms}
    found = answers(make_run(tmp_path, [trial], experiment="sweep"))
    assert found[LATE] == (verdict, f"99 % at most {late_ms:,.1f} ms late in the worst of 4 rates (bound 100 ms)")
    assert found[THROTTLED] == (trust.GOOD, "no CPU limit held it back")
    assert found[WARM] == (trust.UNKNOWN, f"the first 10 s of each rate are left out{UNTESTED}")


def test_a_rate_that_is_rough_is_told_as_such(tmp_path: Path) -> None:
    trial = sustain_trial("dual", warmup_s=5.0, rough="both ends stand, further apart than asked for")
    found = answers(make_run(tmp_path, [trial], experiment="sustain"))["Does it prove anything?"]
    assert found == (trust.DOUBT, "roughly: both ends stand, further apart than asked for")


def test_the_clock_of_brokers_of_your_own_is_told_by_the_loads_of_a_search(tmp_path: Path) -> None:
    transport = {"kind": "kafka", "partitions": 2, "bootstrap_servers": "far:9092"}
    trial = sustain_trial("dual", warmup_s=5.0)
    trial["probes"][0]["clock_offset_ms"] = {"offset": 12.5, "error": 0.5}
    folder = make_run(tmp_path, [trial], experiment="sustain", plan={"transport": transport})
    assert answers(folder)[CLOCK][0] == trust.GOOD
    assert "+12.5 ms from the sender's" in answers(folder)[CLOCK][1]


def test_one_engine_with_enough_trials_has_a_noise_floor(tmp_path: Path) -> None:
    values = (10.0, 11.0, 10.0, 11.0)
    trials = [latency_trial("dual", number, value) for number, value in enumerate(values, start=1)]
    assert answers(make_run(tmp_path, trials, name="four"))[NOISE] == (trust.GOOD, "equal trials differed by up to 10.0 %")
    assert answers(make_run(tmp_path, trials[:3], name="three"))[NOISE][0] == trust.UNKNOWN
    trials[3]["inconclusive"] = "the sender was late"
    assert answers(make_run(tmp_path, trials, name="late"))[NOISE][0] == trust.UNKNOWN


def test_trials_at_other_points_are_no_trials_of_the_same(tmp_path: Path) -> None:
    trials = [latency_trial("dual", 1, 10.0 * n, settings={"rate": n}, label=f"dual-{n}") for n in range(1, 5)]
    assert answers(make_run(tmp_path, trials))[NOISE][0] == trust.UNKNOWN


def test_without_a_plan_the_clock_is_not_known(tmp_path: Path) -> None:
    folder = make_whole_run(tmp_path, [latency_trial("dual")])
    assert WHOLE not in answers(folder)
    assert answers(folder)[CLOCK][0] == trust.GOOD
    (folder / "plan.toml").unlink()
    found = answers(folder)
    assert found[CLOCK][0] == trust.UNKNOWN
    assert found[WHOLE][0] == trust.DOUBT
    assert "plan.toml is missing" in found[WHOLE][1]


@pytest.mark.parametrize(
    ("settled", "verdict", "seen"),
    [
        (True, trust.GOOD, "; the rest was steady"),
        (False, trust.DOUBT, "; the rest still moved"),
        (None, trust.UNKNOWN, UNTESTED),
    ],
)
def test_what_nobody_tested_is_not_good(tmp_path: Path, settled: bool | None, verdict: str, seen: str) -> None:
    found = answers(make_run(tmp_path, [latency_trial("dual", settled=settled)]))[WARM]
    assert found[0] == verdict
    assert found[1].startswith(f"the first 10 s are left out{seen}")


def test_samples_that_are_lost_are_named_with_the_plan(tmp_path: Path) -> None:
    trials = [latency_trial("dual", number) for number in (1, 2, 3)]
    folder = make_whole_run(tmp_path, trials)
    (folder / "samples" / "dual-2-latency.parquet").unlink()
    (folder / "samples" / "dual-3-series.parquet").write_bytes(b"PAR1 half")
    lost = "missing or damaged: dual-2-latency.parquet, dual-3-series.parquet: what is drawn lacks them, figures do not"
    assert answers(folder)[WHOLE] == (trust.DOUBT, lost)
    (folder / "plan.toml").unlink()
    assert answers(folder)[WHOLE][1] == f"plan.toml is missing: what was asked for is known only from the command; {lost}"
    assert " and 3 more: " in answers(make_run(tmp_path, trials, name="empty"))[WHOLE][1]


def test_runs_keep_other_samples_or_none(tmp_path: Path) -> None:
    """Of each probe, of each rate, and of a full topic; of bursts as of any load."""
    others = {"sustain": sustain_trial("dual", warmup_s=5.0), "sweep": sweep_trial("dual", warmup_s=5.0)}
    for name, trial in (others | {"throughput": throughput_trial("dual")}).items():
        assert WHOLE not in answers(make_run(tmp_path, [trial], experiment=name, name=name))
    assert WHOLE in answers(make_run(tmp_path, [burst_trial("dual")], experiment="burst", name="burst"))
    kmeans = make_run(tmp_path, [throughput_trial("dual")], experiment="throughput", workload="kmeans", name="kmeans")
    assert "dual-1-convergence.parquet" in answers(kmeans)[WHOLE][1]
