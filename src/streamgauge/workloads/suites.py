"""Suites: workloads that are verified together. A family is one by itself; a module may define others as `SUITES`."""

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
class Suite:
    """Some workloads by name, in the order in which they run, each on so many events unless told."""

    name: str
    workloads: tuple[str, ...]
    events: int = STANDARD_EVENTS


@cache
def suites() -> dict[str, Suite]:
    """All suites by name; a workload's name is none."""
    modules = [importlib.import_module(f"{room.__name__}.{module.name}") for module in pkgutil.iter_modules(room.__path__)]
    named = [suite for module in modules for suite in getattr(module, "SUITES", ())]
    return {suite.name: suite for suite in [*_families(), *named] if suite.name not in workloads()}


def load_suite(name: str) -> Suite:
    """The suite called `name`; a workload is one of its own."""
    if name in workloads():
        return Suite(name, (name,))
    if name not in suites():
        known = [*workloads(), *suites()]
        raise RequestError(f"there is no workload and no suite {name!r}", where="WORKLOAD", fix=nearest(name, known))
    return suites()[name]


def stream_of(name: str) -> str:
    """The workload whose stream `name` stands for: itself, or the first of a suite whose workloads all have that stream."""
    members = load_suite(name).workloads
    streams = {type(load_workload(each).configured({}, seed=1).stream) for each in members}
    if len(streams) > 1:
        raise RequestError(
            f"the workloads of {name!r} have {len(streams)} different streams", where="WORKLOAD", fix=", ".join(members[:3])
        )
    return members[0]


def _families() -> list[Suite]:
    """Workloads whose names have the same first part, in the order of the numbers in their names."""
    families: dict[str, list[str]] = {}
    for name in sorted(workloads(), key=_with_numbers):
        first, dash, _ = name.partition("-")
        if dash:
            families.setdefault(first, []).append(name)
    return [Suite(name, tuple(members)) for name, members in families.items() if len(members) > 1]


def _with_numbers(name: str) -> list[tuple[int, str]]:
    """A key that puts q2 before q10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name)]
