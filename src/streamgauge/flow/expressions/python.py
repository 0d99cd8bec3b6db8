"""The meaning of the catalogue's functions, in Python, where a lambda does not say it."""

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from streamgauge.flow.expressions.tree import Value
from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, STRING, DataType

_MIN, _MAX = -(2**63), 2**63 - 1


def checked(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Arithmetic that refuses to leave 64 bits, as every engine's does."""

    def result(*numbers: float) -> float:
        value: float = operation(*numbers)
        if isinstance(value, int) and not _MIN <= value <= _MAX:
            raise OverflowError(f"the result {value} does not fit in 64 bits")
        return value

    return result


def divided(dividend: float, divisor: float) -> float | None:
    return float(dividend) / divisor if divisor else None


def remainder(dividend: int, divisor: int) -> int | None:
    if divisor == 0:
        return None
    return int(math.copysign(1, dividend)) * (abs(dividend) % abs(divisor))


def all_true(*values: bool | None) -> bool | None:
    return False if False in values else None if None in values else True


def any_true(*values: bool | None) -> bool | None:
    return True if True in values else None if None in values else False


def contained_in(value: Value, *choices: Value) -> bool | None:
    if value is None:
        return None
    return True if value in choices else None if None in choices else False


def first_branch(*values: Value) -> Value:
    for condition, value in zip(values[:-1:2], values[1::2], strict=True):
        if condition is True:
            return value
    return values[-1]


def first_not_null(*values: Value) -> Value:
    return next((value for value in values if value is not None), None)


def substring(text: str, start: int, count: int) -> str:
    """Position 1 is the first character; a position before it means the first."""
    begin = start - 1 if start > 0 else 0
    return text[begin : max(begin, begin + count)]


def element(array: list[Value], position: int) -> Value:
    return array[position - 1] if 1 <= position <= len(array) else None


def like(text: str, pattern: str) -> bool:
    return _like_regex(pattern).fullmatch(text) is not None


@cache
def _like_regex(pattern: str) -> re.Pattern[str]:
    parts = {"%": ".*", "_": "."}
    return re.compile("".join(parts.get(c, re.escape(c)) for c in pattern), re.DOTALL)


def xml_texts(document: str, path: str) -> list[str]:
    from xml.etree import ElementTree  # expat: it fetches nothing from outside

    root, names = ElementTree.fromstring(document), path.split("/")[1:]  # noqa: S314
    found = [root] if root.tag == names[0] else []
    for name in names[1:]:
        found = [child for each in found for child in each if child.tag == name]
    return [text for each in found for text in (each.text, *(child.tail for child in each)) if text]


# Around a number they are passed over, as in Java.
_BLANKS = "".join(map(chr, range(33))) + "\x7f"

_LONG_TEXT = re.compile(r"[+-]?[0-9]+")
_DOUBLE_TEXT = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")

# (from, to) -> how; a pair that is missing is refused, because engines write such values differently.
CASTS: dict[tuple[DataType, DataType], Callable[[Any], Value]] = {
    (LONG, DOUBLE): float,
    (LONG, STRING): str,
    (DOUBLE, LONG): lambda number: _within_long(math.trunc(number)) if math.isfinite(number) else None,
    (STRING, LONG): lambda text: _read(_LONG_TEXT, text, lambda digits: _within_long(int(digits))),
    (STRING, DOUBLE): lambda text: _read(_DOUBLE_TEXT, text, float),
    (BOOLEAN, STRING): lambda value: "true" if value else "false",
    (BOOLEAN, LONG): int,
}


def cast(value: Value, source: DataType, target: DataType) -> Value:
    """`value` as another type; null where it cannot be read."""
    if value is None or source == target:
        return value
    return CASTS[source, target](value)


def _read(pattern: re.Pattern[str], text: str, read: Callable[[str], Value]) -> Value:
    stripped = text.strip(_BLANKS)
    return read(stripped) if pattern.fullmatch(stripped) else None


def _within_long(number: int) -> int | None:
    return number if _MIN <= number <= _MAX else None
