"""What a trial is made of: one load from its beginning to its end, or many, each with samples of its own."""

from collections.abc import Mapping, Sequence
from typing import Any


def loads_of(entry: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The probes of a search or the rates of a sweep, each of which was a load of its own; none of a trial that was one."""
    return entry.get("probes") or entry.get("rates") or ()


def is_one_load(trial: Mapping[str, Any]) -> bool:
    """Was something offered over time, and only once? Then its samples bear its label."""
    return "warmup_s" in trial and not loads_of(trial)
