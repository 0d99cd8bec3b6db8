"""The points of a run: what was swept, and the entries and trials at each of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from streamgauge.report.trials import is_one_load
from streamgauge.report.visible import visible
from streamgauge.runs.reading import Run

MOST_DRAWN = 4  # of the points of a sweep; the tables have all
_MOST_SIGNS, _LAST_SIGNS = 60, 20  # of a value, in names and titles


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of swept values: an entry for each engine, and every trial."""

    settings: Mapping[str, Any]
    entries: list[dict[str, Any]]
    trials: list[dict[str, Any]]

    @property
    def title(self) -> str:
        """What was swept, empty if nothing was."""
        return in_words(self.settings)

    @property
    def is_online(self) -> bool:
        """Was there a load over time, that a time axis shows?"""
        return any(map(is_one_load, self.trials))

    def trials_of(self, engine: str) -> list[dict[str, Any]]:
        return [each for each in self.trials if each["engine"] == engine]


def points_of(run: Run) -> list[Point]:
    points: dict[str, Point] = {}
    for kind, found in (("entries", run.result["engines"]), ("trials", run.result["measured"])):
        for each in found:
            key = json.dumps(each["settings"], sort_keys=True)
            point = points.setdefault(key, Point(each["settings"], [], []))
            getattr(point, kind).append(each)
    return list(points.values())


def drawn_points(run: Run) -> tuple[list[Point], list[str]]:
    """The points that are drawn, and a note if there are more."""
    points = points_of(run)
    more = f"drawn are the first {MOST_DRAWN} of {len(points)} points; the tables have all"
    return points[:MOST_DRAWN], [more] if len(points) > MOST_DRAWN else []


def name_of(entry: Mapping[str, Any]) -> str:
    """The engine, and what was swept."""
    settings = in_words(entry["settings"])
    return f"{entry['engine']}, {settings}" if settings else str(entry["engine"])


def in_words(settings: Mapping[str, Any]) -> str:
    """What was swept, by the last part of its name: 'partitions 2'."""
    return ", ".join(f"{name.rpartition('.')[2]} {value_in_words(value)}" for name, value in settings.items())


def value_in_words(value: object) -> str:
    """A value on one line; a long one without its middle, for values that were swept often differ only at their ends.

    >>> value_in_words("a" * 50 + "b" * 50)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…bbbbbbbbbbbbbbbbbbbb'
    """
    text = visible(str(value))
    return text if len(text) <= _MOST_SIGNS else f"{text[: _MOST_SIGNS - _LAST_SIGNS]}…{text[-_LAST_SIGNS:]}"
