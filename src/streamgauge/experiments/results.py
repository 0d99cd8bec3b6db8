"""From trials to a result: what each engine did in the middle of its trials, how engines compare, which objectives are met."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import inf, isfinite
from statistics import median
from typing import Any

from streamgauge.experiments.experiment import Experiment
from streamgauge.experiments.plans import Plan
from streamgauge.measure.definitions import resolution_of
from streamgauge.measure.objectives import find_figure
from streamgauge.measure.statistics import compare, floor_of


def result_of(experiment: Experiment, plan: Plan, measured: Sequence[dict[str, Any]], *, is_partial: bool) -> dict[str, Any]:
    """The result of a run. `engines` has an entry for each engine at each point; `measured` has every trial."""
    own = plan.workload.configured().workload.own_latency
    groups = [list(group) for _, group in groupby(_by_point(measured), key=_place)]
    entries = [_summary(group) | _judged(plan, _summary(group)) for group in groups]
    return {
        "experiment": experiment.name,
        "workload": plan.workload.name,
        "seed": plan.workload.seed,
        "properties": _properties(plan, measured),
        "trials": plan.trials,
        "partial": is_partial,
        "own_latency": own.to_data() if own else None,
        "engines": entries,
        "comparisons": _comparisons(experiment, groups),
        "measured": list(measured),
    }


def _properties(plan: Plan, measured: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The properties that hold at every point: of one that was swept, each entry has its own value."""
    swept = {name for each in measured for name in each["settings"]}
    return {name: value for name, value in plan.workload.properties.items() if f"workload.set.{name}" not in swept}


def _by_point(measured: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    order = {key: number for number, key in enumerate(dict.fromkeys(map(_place, measured)))}
    return sorted(measured, key=lambda entry: order[_place(entry)])


def _place(entry: Mapping[str, Any]) -> tuple[str, str]:
    return repr(entry["settings"]), entry["engine"]


def _summary(trials: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The entry of an engine: its one trial, or the median of each figure over its trials."""
    entry = trials[0] if len(trials) == 1 else _middle(trials)
    kept = {name: value for name, value in entry.items() if name not in ("trial", "label")}
    why = next((each["inconclusive"] for each in trials if each.get("inconclusive")), None)
    return kept | {"trials": len(trials), "verified": all(each["verified"] for each in trials), "inconclusive": why}


def _middle(values: Sequence[Any]) -> Any:
    """The median of numbers, of each figure of a group; of what is no number, what the first trial says.

    A figure that a trial does not tell, such as a quantile of too few samples, is not told. What makes a result doubtful holds if
    it holds for one trial, what speaks for it if it holds for all.
    """
    first = values[0]
    if isinstance(first, Mapping):
        shared = [name for name in first if all(isinstance(each, Mapping) and name in each for each in values)]
        return {name: _middle_of(name, [each[name] for each in values]) for name in shared}
    if isinstance(first, bool):
        return any(values)
    if all(isinstance(each, int | float) for each in values):
        return median(values)
    return None if any(each is None for each in values) else first


def _middle_of(name: str, values: Sequence[Any]) -> Any:
    if name in _ALIKE and all(isinstance(each, list) for each in values):
        return [_middle(parts) for parts in zip(*values, strict=False)]
    if name in _REASONS:
        return next(filter(None, values), values[0])
    if name in _IN_FAVOUR:
        return None if None in values and False not in values else all(values)
    if name in _OPEN:
        found = median([_OPEN[name] if each is None else each for each in values])
        return found if isfinite(found) else None
    return _middle(values)


_ALIKE = ("bursts", "cdf_ms", "rates")  # lists that have the same parts in every trial
_REASONS = ("differences", "inconclusive", "rough")
_IN_FAVOUR = ("verified", "settled")
_OPEN = {"low": -inf, "high": inf, "catch_up_s": inf}  # what it means that an interval or a burst has no such end


def _judged(plan: Plan, entry: Mapping[str, Any]) -> dict[str, Any]:
    judged = [objective.judge(entry) for objective in plan.judges()]
    return {"objectives": [each.to_data() for each in judged]}


def _comparisons(experiment: Experiment, groups: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """At each point, every other engine against the first, by the figures that the experiment names."""
    found = []
    for _, at_point in groupby(groups, key=lambda group: repr(group[0]["settings"])):
        baseline, *contenders = at_point
        for contender in contenders:
            found += [_comparison(figure, noun, baseline, contender) for figure, noun in experiment.compared]
    return found


def _comparison(
    figure: str, noun: str, baseline: Sequence[dict[str, Any]], contender: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    ours, theirs = (_values(figure, trials) for trials in (contender, baseline))
    floor = floor_of(ours, theirs)
    effect = compare(theirs, ours, noise_floor=floor or 0.0, resolution=resolution_of(figure))
    base, other = baseline[0]["engine"], contender[0]["engine"]
    return {
        "settings": baseline[0]["settings"],
        "baseline": base,
        "contender": other,
        "figure": figure,
        "noise_floor": None if floor is None else round(floor, 4),
        **effect.to_data(),
        "sentence": f"{other}: {effect.sentence(f'{noun} of {base}')}",
    }


def _values(figure: str, trials: Sequence[dict[str, Any]]) -> list[float]:
    found = (find_figure(each, figure) for each in trials if each["verified"] and not each.get("inconclusive"))
    return [float(value) for value in found if isinstance(value, int | float)]
