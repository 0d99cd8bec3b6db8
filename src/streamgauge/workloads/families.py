"""Families: workloads that are verified together, those whose names begin alike; a module may define others as `FAMILIES`."""

import importlib
import pkgutil
import re
from dataclasses import dataclass
from functools import cache

import streamgauge.workloads as room
from streamgauge.errors import RequestError
from streamgauge.flow.flaws import nearest
from streamgauge.workloads import load_workload, workloads

STANDARD_EVENTS = 100_000


@dataclass(frozen=True, slots=True)
class Family:
    """Some workloads by name, in the order in which they run, each on so many events unless told."""

    name: str
    workloads: tuple[str, ...]
    events: int = STANDARD_EVENTS


@cache
def families() -> dict[str, Family]:
    """All families by name; a workload's name is none."""
    modules = [importlib.import_module(f"{room.__name__}.{module.name}") for module in pkgutil.iter_modules(room.__path__)]
    named = [family for module in modules for family in getattr(module, "FAMILIES", ())]
    return {family.name: family for family in [*_by_name(), *named] if family.name not in workloads()}


def load_family(name: str) -> Family:
    """The family called `name`; a workload is one of its own."""
    if name in workloads():
        return Family(name, (name,))
    if name not in families():
        known = [*workloads(), *families()]
        raise RequestError(f"there is no workload and no family {name!r}", where="WORKLOAD", fix=nearest(name, known))
    return families()[name]


def stream_of(name: str) -> str:
    """The workload whose stream `name` stands for: itself, or the first of a family whose workloads all have that stream."""
    members = load_family(name).workloads
    streams = {type(load_workload(each).configured({}, seed=1).stream) for each in members}
    if len(streams) > 1:
        raise RequestError(
            f"the workloads of {name!r} have {len(streams)} different streams", where="WORKLOAD", fix=", ".join(members[:3])
        )
    return members[0]


def _by_name() -> list[Family]:
    """Workloads whose names have the same first part, in the order of the numbers in their names."""
    alike: dict[str, list[str]] = {}
    for name in sorted(workloads(), key=_with_numbers):
        first, dash, _ = name.partition("-")
        if dash:
            alike.setdefault(first, []).append(name)
    return [Family(name, tuple(members)) for name, members in alike.items() if len(members) > 1]


def _with_numbers(name: str) -> list[tuple[int, str]]:
    """A key that puts q2 before q10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name)]
