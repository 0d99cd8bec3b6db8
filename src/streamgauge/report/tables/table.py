"""A table: data only, whoever prints it. And how figures are put into cells."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from streamgauge.report.question import PROPERTY

SHOWN = ("p50", "p90", "p95", "p99", "p99.9", "max")  # what fits on a line; the data has more


@dataclass(frozen=True, slots=True)
class Table:
    """A title, headings and rows; what must be said of the figures, if anything; and what is defined by what.

    `defines` leads from a heading to the name of a definition, `explains` from a cell, so that a page can link them.
    """

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[object, ...]]
    note: str = ""
    defines: Mapping[str, str] = field(default_factory=dict)
    explains: Mapping[str, str] = field(default_factory=dict)


def first_headings(result: Mapping[str, Any]) -> tuple[str, ...]:
    """The headings that name a row: the engine, whatever was swept, and the emission if that differs."""
    swept = [name.removeprefix(PROPERTY).removeprefix("engines.") for name in result["engines"][0]["settings"]]
    return ("engine", *swept, *(["emission"] if len(emissions(result)) > 1 else []))


def names(result: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterable[object]:
    """The cells below them."""
    swept = result["engines"][0]["settings"]
    cells = [entry["engine"], *(entry["settings"].get(name, "-") for name in swept)]
    return [*cells, *([entry["emission"]] if len(emissions(result)) > 1 else [])]


def emissions(result: Mapping[str, Any]) -> list[str]:
    """Those that are in a result: a property that was swept may change it."""
    return list(dict.fromkeys(each["emission"] for each in result["engines"]))


def quantile_headings(figure: str) -> dict[str, str]:
    """The headings of the quantiles that fit on a line, and what defines them."""
    return {f"{name} ms": figure for name in SHOWN}


def quantiles(entry: Mapping[str, Any], figure: str) -> Iterable[object]:
    return ((entry.get(figure) or {}).get(name, "-") for name in SHOWN)


def part(entry: Mapping[str, Any], figure: str, name: str) -> object:
    """A part of a figure; a dash where there is none."""
    return known((entry.get(figure) or {}).get(name))


def about(result: Mapping[str, Any]) -> str:
    """What belongs to a title: the emission, and of how many trials a figure is the median."""
    emission = f", emission {emissions(result)[0]}" if len(emissions(result)) == 1 else ""
    trials = max(each.get("trials", 1) for each in result["engines"])
    return emission + (f", median of {trials} trials" if trials > 1 else "")


def first_trial(result: Mapping[str, Any]) -> str:
    """What belongs to a title if there is no median of what is below it."""
    return ", first trial" if any(each.get("trials", 1) > 1 for each in result["engines"]) else ""


def offered(rate: object) -> str:
    """A rate as it was given, in words.

    >>> offered("2000"), offered("sine:mean=5")
    ('2,000 records/s', 'sine:mean=5')
    """
    return f"{int(text):,} records/s" if (text := str(rate)).isdecimal() else text


def has_own_rates(entries: Sequence[Mapping[str, Any]]) -> bool:
    """Was every engine measured at a rate of its own, such as half of what it can do?"""
    is_swept = any("rate" in each["settings"] for each in entries)
    return not is_swept and len({each["rate"] for each in entries}) > 1


def answer(entry: Mapping[str, Any]) -> str:
    return "verified" if entry["verified"] else f"WRONG: {'; '.join(entry['differences'][:1])}"


def known(figure: object) -> object:
    return "-" if figure is None else figure


def percent(share: float | None) -> str:
    return "-" if share is None else f"{round(share * 100, 1) or 0:.1f} %"


def change(share: float | None) -> str:
    """By which share something grew, with its sign."""
    return "-" if share is None else f"{round(share * 100, 1) or 0:+.1f} %"


def rounded(figure: float | None, places: int, *, per: float = 1.0) -> object:
    """A figure with so many places, and no less than nothing where it rounds to nothing; a dash where there is none."""
    if figure is None:
        return "-"
    return (round(figure / per, places) if places else round(figure / per)) or 0
