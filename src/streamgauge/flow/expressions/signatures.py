"""How a function's result type follows from its arguments: a signature gives a type, or None where it does not fit."""

from collections.abc import Callable
from typing import TypeAlias

from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, NULL, STRING, DataType, array_of, common_type

Signature: TypeAlias = Callable[[list[DataType]], DataType | None]


def takes(*wanted: DataType, gives: DataType) -> Signature:
    """Exactly these arguments."""

    def result(types: list[DataType]) -> DataType | None:
        fits = len(types) == len(wanted) and all(w.accepts(t) for w, t in zip(wanted, types, strict=True))
        return gives if fits else None

    return result


def any_array(gives: DataType) -> Signature:
    """One array of whatever."""
    return lambda types: gives if len(types) == 1 and types[0].name == "ARRAY" else None


def any_one(gives: DataType) -> Signature:
    """One argument of any type."""
    return lambda types: gives if len(types) == 1 else None


def any_scalar(gives: DataType) -> Signature:
    """One argument of any type but an array."""
    return lambda types: gives if len(types) == 1 and types[0].name != "ARRAY" else None


def all_of(wanted: DataType, gives: DataType) -> Signature:
    """One or more arguments of one type."""
    return lambda types: gives if types and all(wanted.accepts(t) for t in types) else None


def arithmetic(count: int) -> Signature:
    """Numbers; LONG if all are LONG, else DOUBLE."""

    def result(types: list[DataType]) -> DataType | None:
        if len(types) != count or not all(t.is_numeric or t == NULL for t in types):
            return None
        return DOUBLE if DOUBLE in types else LONG

    return result


def comparable(count: int | None = None) -> Signature:
    """Two or more arguments of a common scalar type; gives BOOLEAN."""

    def result(types: list[DataType]) -> DataType | None:
        if len(types) < 2 or (count is not None and len(types) != count):  # noqa: PLR2004
            return None
        common = common_type(types)
        return BOOLEAN if common is not None and common.name != "ARRAY" else None

    return result


def common(types: list[DataType]) -> DataType | None:
    """One or more arguments of a common type, which is the result."""
    return common_type(types) if types else None


def branches(types: list[DataType]) -> DataType | None:
    """condition, value, condition, value, ..., default: the values' common type."""
    conditions, values = types[:-1:2], [*types[1::2], types[-1]]
    if len(types) % 2 == 0 or not all(BOOLEAN.accepts(t) for t in conditions):
        return None
    return common_type(values)


def ordered(types: list[DataType]) -> DataType | None:
    """One number or string, which is the result's type."""
    return types[0] if len(types) == 1 and types[0] in (LONG, DOUBLE, STRING) else None


def value_and_order(types: list[DataType]) -> DataType | None:
    """A scalar, which is the result's type, and a number or string to order it by."""
    fits = len(types) == 2 and ordered(types[:1]) and ordered(types[1:])  # noqa: PLR2004
    return types[0] if fits else None


def value_and_size(types: list[DataType]) -> DataType | None:
    """A number or string and a whole number; gives an array."""
    fits = len(types) == 2 and ordered(types[:1]) and types[1] == LONG  # noqa: PLR2004
    return array_of(types[0]) if fits else None


def element_type(types: list[DataType]) -> DataType | None:
    """An array and a whole number; gives the type of its elements."""
    return types[0].element if len(types) == 2 and types[1] == LONG else None  # noqa: PLR2004
