"""How the engines of a run compare, with intervals."""

from typing import Any

from streamgauge.report.noise import too_few_trials
from streamgauge.report.tables import Table
from streamgauge.report.view import Section
from streamgauge.runs.reading import Run

_HEADINGS = ("contender", "baseline", "figure", "times", "95 % interval", "noise floor", "verdict")


def comparison_section(run: Run, prefix: str) -> Section:  # noqa: ARG001 - nothing is drawn
    compared = run.result["comparisons"]
    if not compared:
        return Section("comparison", "The engines compared")
    if too_few := too_few_trials(run.result):
        return Section("comparison", "The engines compared", notes=[too_few])
    settings = list(dict.fromkeys(name for each in compared for name in each["settings"]))
    rows: list[tuple[object, ...]] = [(*(each["settings"].get(name, "-") for name in settings), *_row(each)) for each in compared]
    defines = {"times": "ratio", "95 % interval": "ratio", "noise floor": "noise_floor"}
    return Section(
        "comparison",
        "The engines compared",
        tables=[Table("", (*settings, *_HEADINGS), rows, defines=defines)],
        words=_words(compared),
    )


def _row(each: dict[str, Any]) -> tuple[object, ...]:
    floor = each.get("noise_floor")
    has_interval = each.get("low") is not None and each.get("high") is not None
    return (
        each["contender"],
        each["baseline"],
        each["figure"],
        f"{each['ratio']:.3g}" if each.get("ratio") else "-",
        f"{each['low']:.3g} to {each['high']:.3g}" if has_interval else "-",
        "-" if floor is None else f"{floor * 100:.1f} %",
        each["verdict"],
    )


def _words(compared: list[dict[str, Any]]) -> list[str]:
    return [f"{each['sentence']}." for each in compared if each.get("ratio")]
