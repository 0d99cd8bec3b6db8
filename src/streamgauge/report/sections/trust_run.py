"""What speaks for a run as a whole and against it: its trials, chance, the clock, what is left of its folder."""

from collections.abc import Iterator, Mapping
from typing import Any

from streamgauge.measure.statistics import FOR_A_FLOOR, LEAST_TRIALS
from streamgauge.report.noise import noise_floor_of
from streamgauge.report.sections.convergence import keeps_convergence
from streamgauge.report.sections.trust_marks import BAD, DOUBT, GOOD, UNKNOWN, Seen
from streamgauge.report.trials import all_loads, is_one_load
from streamgauge.runs.reading import Run

_DRAWN = ("latency", "series", "resources")  # the samples of a trial at one load that its page is made of
_MOST_NAMED = 6
_MUCH_CHANCE = 0.25  # a figure that chance moves by more tells little


def checks_of_run(run: Run) -> Iterator[tuple[str, str, str]]:
    """Questions, each with a mark and what was seen."""
    yield ("Were there enough trials?", *_trials(run.result))
    yield ("How much does chance move a figure?", *_noise(run.result))
    yield ("Which clock?", *_clock(run))
    if run.result.get("partial"):
        yield "Is the run whole?", BAD, "it was stopped before its end: what is here is part of it"
    if lacking := list(_lacking(run)):
        yield "Is the folder whole?", DOUBT, "; ".join(lacking)


def _trials(result: Mapping[str, Any]) -> Seen:
    trials = min(each.get("trials", 1) for each in result["engines"])
    if trials < LEAST_TRIALS:
        words = f"{trials} trial{'' if trials == 1 else 's'} of each engine"
        return DOUBT, f"{words}: no interval can be told, and a third more or less may be chance"
    return GOOD, f"{trials} trials of each engine, in turn and back again"


def _noise(result: Mapping[str, Any]) -> Seen:
    floor = noise_floor_of(result)
    if floor is None:
        return UNKNOWN, f"no noise floor: it takes {FOR_A_FLOOR} trials of an engine"
    beyond = "; only what is beyond is called a difference" if result["comparisons"] else ""
    return DOUBT if floor > _MUCH_CHANCE else GOOD, f"equal trials differed by up to {floor * 100:.1f} %{beyond}"


def _clock(run: Run) -> Seen:
    if not run.has_plan:
        return UNKNOWN, "without the plan it is not known whose brokers were used"
    transport = run.plan.get("transport", {})
    loads = all_loads(run.result["engines"])
    found: Mapping[str, Any] = next((each["clock_offset_ms"] for each in loads if each.get("clock_offset_ms")), {})
    if transport.get("bootstrap_servers") and found.get("offset") is not None:
        seen = f"your brokers' is {found['offset']:+,.1f} ms from the sender's, give or take {found.get('error') or 0:,.1f} ms"
        return GOOD, f"{seen}; beyond that error it is taken off every latency"
    if transport.get("kind") == "files":
        return GOOD, "this machine's"
    if transport.get("bootstrap_servers"):
        return DOUBT, "due times by this machine's clock, appends by your brokers': they must be kept equal"
    return GOOD, "one machine: due times and the broker's append stamps come from the same clock, in whole milliseconds"


def _lacking(run: Run) -> Iterator[str]:
    if run.damaged:
        yield f"{'; '.join(run.damaged)}: what was asked for is known only from the command"
    if lost := list(_lost_samples(run)):
        more = f" and {len(lost) - _MOST_NAMED} more" if len(lost) > _MOST_NAMED else ""
        yield f"missing or damaged: {', '.join(lost[:_MOST_NAMED])}{more}: what is drawn lacks them, figures do not"


def _lost_samples(run: Run) -> Iterator[str]:
    """The files of samples that the trials should have, by name."""
    for trial in run.result["measured"]:
        kinds = (*(_DRAWN if is_one_load(trial) else ()), *(("convergence",) if keeps_convergence(run, trial) else ()))
        names = (f"{trial['label']}-{kind}" for kind in kinds)
        yield from (f"{name}.parquet" for name in names if not run.has_samples(name))
