"""Suites: named sets of plans, each a TOML file in this folder.

A suite has a `summary` and `[[plans]]`. A plan is what `streamgauge run --plan` takes, and may say beside it:

about             what it is for, such as the table of a seed work that it repeats
published         what was published there, in words
rates_of_origin   true if its rates are those of the origin and of its hardware; without it they suit any machine
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.names import nearest

_BESIDE = ("about", "published", "rates_of_origin")


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """A plan of a suite: what it is for, what was published, and the plan itself as data."""

    about: str
    published: str
    has_published_rates: bool
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Suite:
    """A named set of plans."""

    name: str
    summary: str
    plans: tuple[SuitePlan, ...]


def suite_names() -> list[str]:
    return sorted(each.name.removesuffix(".toml") for each in files(__name__).iterdir() if each.name.endswith(".toml"))


def load_suite(name: str) -> Suite:
    """The suite called `name`."""
    if name not in suite_names():
        raise RequestError(f"there is no suite {name!r}", where="NAME", fix=nearest(name, suite_names()))
    data = tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))
    return Suite(name, data["summary"], tuple(map(_plan, data["plans"])))


def _plan(data: Mapping[str, Any]) -> SuitePlan:
    own = {name: value for name, value in data.items() if name not in _BESIDE}
    return SuitePlan(data["about"], data.get("published", ""), bool(data.get("rates_of_origin", False)), own)
