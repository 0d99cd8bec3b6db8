"""Suites: named sets of plans, each a TOML file in this folder, or a folder of such files.

A file has a `summary` and `[[plans]]`. A plan is what `streamgauge run --plan` takes, and may say beside it:

about             what it is for
published         what was published of it, in words
tables            what was published of it, as data: see `published.py`
rates_of_origin   true if its rates are those of the origin and of its hardware; without it they suit any machine

A file about a published work names it under `[work]`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.names import nearest
from streamgauge.suites.published import PublishedTable, Work, read_table, read_work

_BESIDE = ("about", "published", "tables", "rates_of_origin")
_ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """A plan of a suite: what it is for, what was published, and the plan itself as data."""

    about: str
    published: str
    has_published_rates: bool
    data: Mapping[str, Any]
    tables: tuple[PublishedTable, ...] = ()
    work: Work | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """A named set of plans."""

    name: str
    summary: str
    plans: tuple[SuitePlan, ...]

    @property
    def works(self) -> list[Work]:
        """The published works that it is about."""
        return list(dict.fromkeys(plan.work for plan in self.plans if plan.work))


def suite_names() -> list[str]:
    return sorted(each.name.removesuffix(_ENDING) for each in files(__name__).iterdir() if _is_suite(each))


def load_suite(name: str) -> Suite:
    """The suite called `name`."""
    if name not in suite_names():
        raise RequestError(f"there is no suite {name!r}", where="NAME", fix=nearest(name, suite_names()))
    place = files(__name__) / name
    parts = [_read(each) for each in (_parts(place) if place.is_dir() else [files(__name__) / f"{name}{_ENDING}"])]
    summary = next(data["summary"] for data, _ in parts if "summary" in data)
    return Suite(name, summary, tuple(_plan(each, work) for data, work in parts for each in data["plans"]))


def _is_suite(place: Traversable) -> bool:
    return place.name.endswith(_ENDING) or (place.is_dir() and bool(_parts(place)))


def _parts(folder: Traversable) -> list[Traversable]:
    return sorted((each for each in folder.iterdir() if each.name.endswith(_ENDING)), key=lambda each: each.name)


def _read(file: Traversable) -> tuple[dict[str, Any], Work | None]:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return data, read_work(data["work"], file.name.removesuffix(_ENDING)) if "work" in data else None


def _plan(data: Mapping[str, Any], work: Work | None) -> SuitePlan:
    own = {name: value for name, value in data.items() if name not in _BESIDE}
    tables = tuple(map(read_table, data.get("tables", ())))
    published = "; ".join(filter(None, [data.get("published", ""), *(each.in_words for each in tables)]))
    return SuitePlan(" ".join(_about(data, work, tables)), published, bool(data.get("rates_of_origin")), own, tables, work)


def _about(data: Mapping[str, Any], work: Work | None, tables: tuple[PublishedTable, ...]) -> Iterator[str]:
    if work:
        yield f"seed work {work.name.split()[0]}, {', '.join(dict.fromkeys(each.place for each in tables))}:"
    yield data["about"]
