"""What a work published: its tables and figures as data, each beside the figure of ours that it is to be set against."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Told = float | str  # a number; or words where none was printed, such as "rises"; empty where there is a gap


@dataclass(frozen=True, slots=True)
class Work:
    """Where the numbers come from: on which machines, of which engines, measured how; and what is different here."""

    name: str
    page: str
    about: str
    hardware: str
    software: str
    measuring: str
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: what each engine was told to do, and where ours stands: a figure, `at` some settings of a run."""

    name: str
    unit: str
    figure: str
    at: Mapping[str, str]
    was: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A figure `over` the same figure elsewhere: what can be set side by side whatever the machine.

    Both sides are settings of a run; `engine` may be among them. Without it, every engine is set against itself.
    """

    name: str
    figure: str
    over: Mapping[str, str]
    under: Mapping[str, str]
    was: str


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table or a figure of a work, by its number: the engines that it is about, its lines, and what it says in words."""

    place: str
    title: str
    engines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    relations: tuple[Relation, ...] = ()
    says: str = ""
    differs: str = ""

    @property
    def in_words(self) -> str:
        """The numbers on one line, for a screen."""
        told = [f"{row.name}: {_listed(self.engines, row)}" for row in self.rows if any(map(str, row.was))]
        return "; ".join([*told, *(f"{each.name}: {each.was}" for each in self.relations), *filter(None, [self.says])])


def read_work(data: Mapping[str, Any], page: str) -> Work:
    return Work(page=page, **{**data, "differs": tuple(data.get("differs", ()))})


def read_table(data: Mapping[str, Any]) -> PublishedTable:
    rows = tuple(_row(each, data) for each in data.get("rows", ()))
    relations = tuple(_relation(each) for each in data.get("relations", ()))
    return PublishedTable(**{**data, "engines": tuple(data.get("engines", ())), "rows": rows, "relations": relations})


def _row(data: Mapping[str, Any], table: Mapping[str, Any]) -> Row:
    was = tuple(data.get("was", ("",) * len(table.get("engines", ()))))
    if len(was) != len(table.get("engines", ())):
        raise ValueError(f"{table['place']}, {data['name']}: {len(was)} values")
    return Row(data["name"], data["unit"], data["figure"], _texts(data.get("at", {})), was)


def _relation(data: Mapping[str, Any]) -> Relation:
    return Relation(**{**data, "over": _texts(data["over"]), "under": _texts(data["under"]), "was": str(data["was"])})


def _texts(settings: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in settings.items()}


def _listed(engines: Sequence[str], row: Row) -> str:
    told = [(engine, was) for engine, was in zip(engines, row.was, strict=True) if was != ""]
    return ", ".join(f"{engine} {was if isinstance(was, str) else f'{was:,}'}" for engine, was in told) + f" {row.unit}"
