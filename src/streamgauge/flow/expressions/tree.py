"""The typed expression tree: three kinds of node.

Operators, CASE and CAST are calls of functions of the catalogue, so that an engine needs one rule per function and nothing
else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from streamgauge.flow.types import DataType

Value: TypeAlias = "bool | int | float | str | list[Value] | None"


@dataclass(frozen=True, slots=True)
class Column:
    """The value of a column."""

    name: str
    type: DataType


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant."""

    value: bool | int | float | str | None
    type: DataType


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the catalogue, applied."""

    function: str
    arguments: tuple["Expr", ...]
    type: DataType


Expr: TypeAlias = Column | Literal | Call


def columns_of(expr: Expr) -> Iterator[str]:
    """The names of the columns that `expr` reads."""
    match expr:
        case Column(name):
            yield name
        case Call(arguments=arguments):
            for argument in arguments:
                yield from columns_of(argument)
