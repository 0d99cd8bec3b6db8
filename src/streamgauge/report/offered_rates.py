"""Under which load a figure was measured: what an engine does at a rate says nothing of what it does at another one."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

_ALIKE = 0.05  # rates that differ by no more are the same load
_LIMITS = ("maximum_per_second", "sustainable_rate")  # what an engine can do at most, whatever was offered first


def other_load(figure: str, ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> str:
    """Why the trials of two runs cannot be judged by a figure: they were offered other rates. Empty if they were not."""
    before, after = _offered(ours), _offered(theirs)
    if figure.split(".", maxsplit=1)[0] in _LIMITS or before is None or after is None:
        return ""
    if max(before, after) <= (1 + _ALIKE) * min(before, after):
        return ""
    return f"{figure} depends on the load, and {before:,.0f} records/s were offered, then {after:,.0f}"


def _offered(trials: Sequence[Mapping[str, Any]]) -> float | None:
    """The rate in the middle of the trials; None where there was none, or a shape, which is the same if the plans are."""
    known = [rate for rate in map(_rate_of, trials) if rate is not None]
    return median(known) if known else None


def _rate_of(trial: Mapping[str, Any]) -> float | None:
    """Of a search the highest rate that a probe held: its latencies are of that one."""
    held = [float(each["rate"]) for each in trial.get("probes") or () if each["holds"] == "sustained"]
    text = str(trial.get("rate", ""))
    return max(held) if held else float(text) if text.isdecimal() else None
