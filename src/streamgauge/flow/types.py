"""The types of the language: few, exact, and the same on every engine.

Every column may be null. Integers have 64 bits; there is no narrower kind, so that no engine overflows before another.
"""

import math
import re
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class DataType:
    """A scalar type, or an array of one.

    >>> str(DataType.parse("array<string>"))
    'ARRAY<STRING>'
    """

    name: str
    element: "DataType | None" = None

    def __str__(self) -> str:
        return f"{self.name}<{self.element}>" if self.element else self.name

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form back; a ValueError says what types there are."""
        word = text.strip().upper()
        if array := re.fullmatch(r"ARRAY<(.*)>", word):
            return cls("ARRAY", cls.parse(array[1]))
        if word not in SCALAR_NAMES:
            raise ValueError(f"{text!r} is not a type; the types are {', '.join(SCALAR_NAMES)} and ARRAY<type>")
        return cls(word)

    @property
    def is_numeric(self) -> bool:
        return self in (LONG, DOUBLE)

    def accepts(self, other: "DataType") -> bool:
        """Can a value of `other` stand where this type is wanted, unchanged in meaning?"""
        return other in (self, NULL) or (self == DOUBLE and other == LONG)

    def holds(self, value: object) -> bool:
        """Is this a value of the type, as Python has it and JSON can tell it? None is of no type, and a list is never one."""
        if isinstance(value, bool):
            return self.name == "BOOLEAN"
        if isinstance(value, int):
            return self.name == "LONG" and -(2**63) <= value < 2**63
        if isinstance(value, float):
            return self.name == "DOUBLE" and math.isfinite(value)
        return self.name == "STRING" and isinstance(value, str)


SCALAR_NAMES = ("BOOLEAN", "LONG", "DOUBLE", "STRING")

BOOLEAN = DataType("BOOLEAN")
LONG = DataType("LONG")
DOUBLE = DataType("DOUBLE")
STRING = DataType("STRING")
NULL = DataType("NULL")  # the type of the literal NULL only; no column has it


def array_of(element: DataType) -> DataType:
    return DataType("ARRAY", element)


def common_type(types: list[DataType]) -> DataType | None:
    """The one type that accepts all of `types`, if there is one."""
    for candidate in types:
        if candidate != NULL and all(candidate.accepts(other) for other in types):
            return candidate
    return NULL if types and all(each == NULL for each in types) else None
