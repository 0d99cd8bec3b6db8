"""How much chance moves a figure: from the comparisons of a run, or, of a single engine, from its trials; if they are enough."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.measure.objectives import find_figure
from streamgauge.measure.statistics import LEAST_TRIALS, Verdict, floor_of
from streamgauge.report.main_figures import MAIN_FIGURES


def noise_floor_of(result: Mapping[str, Any]) -> float | None:
    """The highest noise floor that is known of the figures that stand for the experiment; None if no engine has trials enough."""
    told: list[float] = [each["noise_floor"] for each in result["comparisons"] if each.get("noise_floor") is not None]
    if told:
        return max(told)
    figures = MAIN_FIGURES.get(result["experiment"], ())
    floors = [floor_of(*(_values(trials, figure) for trials in _groups(result["measured"]))) for figure in figures]
    return max((each for each in floors if each is not None), default=None)


def too_few_trials(result: Mapping[str, Any]) -> str:
    """What is said instead of comparisons, where a run has too few trials for any; empty if it has enough for one."""
    if not (compared := result["comparisons"]):
        return ""
    is_short = bool(result.get("partial")) or result["trials"] < LEAST_TRIALS
    if not is_short or any(each["verdict"] != Verdict.TOO_FEW.value for each in compared):
        return ""
    return f"{Verdict.TOO_FEW.value} to compare the engines; try: --trials 5"


def _groups(measured: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The trials of one engine at one point are trials of the same thing; those that prove nothing are left out."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for each in measured:
        if each["verified"] and not each.get("inconclusive"):
            groups.setdefault(f"{each['engine']} {each['settings']}", []).append(each)
    return list(groups.values())


def _values(trials: Sequence[Mapping[str, Any]], figure: str) -> list[float]:
    found = (find_figure(each, figure) for each in trials)
    return [float(value) for value in found if isinstance(value, int | float) and not isinstance(value, bool)]
