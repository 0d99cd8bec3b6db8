"""The columns of a stream: names and types, in order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from streamgauge.flow.flaws import Flaw, FlowError, nearest
from streamgauge.flow.types import DataType

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Schema:
    """An ordered set of named, typed columns.

    Names that start with an underscore belong to the marks (see `marks`), and two names may not differ in case alone,
    because some engines would take them for one.

    >>> from streamgauge.flow.types import LONG, STRING
    >>> str(Schema.of(word=STRING, count=LONG))
    'word STRING, count LONG'
    """

    columns: tuple[tuple[str, DataType], ...]

    def __post_init__(self) -> None:
        if not self.columns:
            raise FlowError(Flaw.NO_COLUMNS, "the schema is empty")
        seen: set[str] = set()
        for name, _ in self.columns:
            check_name(name)
            if name.lower() in seen:
                raise FlowError(Flaw.DUPLICATE_NAME, f"column {name!r}", fix="rename one of the two columns")
            seen.add(name.lower())

    @classmethod
    def of(cls, **columns: DataType) -> Self:
        return cls(tuple(columns.items()))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.columns)

    def type_of(self, name: str) -> DataType:
        """The type of column `name`; an unknown one is an error that names the nearest."""
        for column, data_type in self.columns:
            if column == name:
                return data_type
        raise FlowError(Flaw.UNKNOWN_COLUMN, repr(name), fix=nearest(name, self.names))

    def with_column(self, name: str, data_type: DataType) -> "Schema":
        return Schema((*self.columns, (name, data_type)))

    def __iter__(self) -> Iterator[tuple[str, DataType]]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __str__(self) -> str:
        return ", ".join(f"{name} {data_type}" for name, data_type in self.columns)


def check_name(name: str) -> None:
    """Refuse a column name that some engine or the marks could not bear."""
    if not _NAME.fullmatch(name):
        raise FlowError(Flaw.BAD_NAME, f"column {name!r}", fix="rename the column; a leading underscore is reserved")
