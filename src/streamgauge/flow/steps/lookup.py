"""Lookup: columns added from a static table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

from streamgauge.flow.flaws import Flaw, FlowError, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step
from streamgauge.flow.types import DOUBLE, LONG, DataType


class Miss(Enum):
    """What happens to a row whose key is not in the table."""

    DROP = "drop"  # it is left out
    NULL = "null"  # the added columns are null
    DEFAULT = "default"  # the added columns get given values


@dataclass(frozen=True, slots=True)
class Table:
    """A small table that is part of the flow; its first column is the key, which no two rows share.

    A value is of its column's type, or None. A whole number may stand for a DOUBLE.
    """

    schema: Schema
    rows: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        columns, rows = self.schema.columns, [tuple(row) for row in self.rows]
        if any(len(row) != len(columns) for row in rows):
            raise _bad_table(f"a row without {len(columns)} values", "one for each column")
        valued = [[_valued(value, *column) for value, column in zip(row, columns, strict=True)] for row in rows]
        object.__setattr__(self, "rows", tuple(map(tuple, valued)))
        if len({row[0] for row in self.rows}) < len(self.rows):
            raise _bad_table(f"a key of column {self.schema.names[0]!r} stands in two rows", "leave one of them out")


@dataclass(frozen=True, slots=True)
class Lookup(Step):
    """Add the columns of the table's row whose key equals column `on`; `miss` says what a row without one becomes.

    >>> from streamgauge.flow import STRING, Source
    >>> ads = Table(Schema.of(ad=STRING, campaign=STRING), rows=(("a1", "spring"), ("a2", "autumn")))
    >>> views = Source(Schema.of(ad_id=STRING))
    >>> found = Lookup(views, on="ad_id", table=ads, miss=Miss.DEFAULT, default={"campaign": "UNKNOWN AD"})
    >>> str(found.schema)
    'ad_id STRING, campaign STRING'
    """

    upstream: Step
    on: str
    table: Table
    miss: Miss
    default: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()
    name: str = "lookup"
    kind: ClassVar[str] = "lookup"
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(default=tuple(self.default.items()) if isinstance(self.default, Mapping) else tuple(map(tuple, self.default)))
        wanted, key = self.checked(lambda: self.upstream.schema.type_of(self.on)), self.table.schema.columns[0][1]
        if wanted != key:
            raise self.refuse(Flaw.BAD_TABLE, f"{self.on!r} is {wanted}, the table's key {key}", "cast one of them")
        if self.upstream.updates_by is not None and self.miss is Miss.DROP:
            raise self.refuse(Flaw.UPDATES_FILTERED, f"after {self.upstream.label}", "look up before the aggregate")
        self._check_default()
        self.derive(schema=self.checked(lambda: Schema((*self.upstream.schema.columns, *self.table.schema.columns[1:]))))

    def _check_default(self) -> None:
        given = dict(self.default)
        for name in given.keys() - set(self.added_columns):
            raise self.refuse(Flaw.UNKNOWN_COLUMN, repr(name), nearest(name, self.added_columns))
        if bool(given) != (self.miss is Miss.DEFAULT):
            raise self.refuse(Flaw.BAD_TABLE, f"miss {self.miss.value!r} with default {given}", "defaults are for miss 'default'")
        if missing := sorted(set(self.added_columns) - given.keys()) if given else []:
            raise self.refuse(Flaw.BAD_TABLE, f"no default for {missing[0]!r}", "give one for each added column")
        types = dict(self.table.schema.columns)
        self.derive(default=self.checked(lambda: tuple((name, _valued(each, name, types[name])) for name, each in given.items())))

    @property
    def added_columns(self) -> tuple[str, ...]:
        return self.table.schema.names[1:]

    @property
    def default_values(self) -> tuple[Any, ...]:
        """What the added columns are in a row without a match that is kept."""
        return tuple(dict(self.default).get(name) for name in self.added_columns)

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)


def _valued(value: Any, name: str, data_type: DataType) -> Any:
    """The value as the column holds it; one of another type is refused."""
    if value is None or data_type.holds(value):
        return value
    if data_type == DOUBLE and LONG.holds(value):
        return float(value)
    raise _bad_table(f"{value!r} in column {name!r}, which is {data_type}", f"a value of {data_type}, or None")


def _bad_table(detail: str, fix: str) -> FlowError:
    return FlowError(Flaw.BAD_TABLE, detail, step="a table", fix=fix)
