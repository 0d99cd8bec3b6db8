"""What an engine's entry is made of: trials; each one load from its beginning to its end, or many with samples of their own."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def loads_of(entry: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The probes of a search or the rates of a sweep, each of which was a load of its own; none of a trial that was one."""
    return entry.get("probes") or entry.get("rates") or ()


def trials_of(entry: Mapping[str, Any], measured: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The trials that an entry is the middle of: those of its engine, at its point."""
    return [each for each in measured if (each["engine"], each["settings"]) == (entry["engine"], entry["settings"])]


def all_loads(trials: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Whatever was measured in these trials: they themselves, for each has figures as a whole, and the loads of each."""
    return [load for trial in trials for load in (trial, *loads_of(trial))]


def is_one_load(trial: Mapping[str, Any]) -> bool:
    """Was something offered over time, and only once? Then its samples bear its label."""
    return "warmup_s" in trial and not loads_of(trial)
