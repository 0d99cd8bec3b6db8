"""Random well-typed expressions of the language, as text.

Columns whose name begins with `rough` are left alone: their last digits depend on the order of the input.
"""

import re
from random import Random

from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING, DataType, Schema

TEXTS = (
    "", " ", "a", "b", "ab", "a b", " b-a ", "\ta ", "Ab", "it's", "100%", "a_b", "12", "-3", " 7 ", "1.5", "2.5", "1e2", "1_0",
    "é", "ß", "ΑΣ", "🐦 x", "\\", "a.b",
)  # fmt: skip
SEPARATORS = ("a", " ", "-", ".", "ab", "|", "\\")
PATTERNS = ("a%", "%b", "_", "%_b%", "%\\%", "100%", "%'%")
LONGS = (0, 1, 2, 3, 7, 2**53 + 1)
DOUBLES = ("0.0", "0.5", "2.25", "0.1", "1e3", "9007199254740992.0")

# For each type the ways to make it: L, D, S and B in braces are smaller expressions; `sep` and `like` are literals.
SHAPES: dict[DataType, tuple[str, ...]] = {
    LONG: (
        "({L} + {L})", "({L} - {L})", "({L} * {L})", "({L} % {L})", "(- {L})", "abs({L})", "length({S})",
        "cardinality(split({S}, {sep}))", "case when {B} then {L} when {B} then {L} else {L} end", "case when {B} then {L} end",
        "coalesce({L}, {L})", "coalesce(null, {L})", "cast({S} as long)", "cast({D} as long)", "cast({B} as long)",
    ),
    DOUBLE: (
        "({D} + {D})", "({D} - {L})", "({L} * {D})", "({L} / {L})", "({D} / {D})", "(- {D})", "abs({D})", "cast({L} as double)",
        "cast({S} as double)", "case when {B} then {L} else {D} end", "coalesce({D}, {L})", "cast(null as double)",
    ),
    STRING: (
        "lower({S})", "upper({S})", "trim({S})", "({S} || {S})", "concat({S}, {S}, {S})", "substring({S}, {L}, {L})",
        "replace({S}, {sep}, {S})", "case when {B} then {S} else {S} end", "coalesce({S}, {S})", "cast({L} as string)",
        "cast({B} as string)", "element(split({S}, {sep}), {L})", "cast(null as string)",
    ),
    BOOLEAN: (
        "({L} = {D})", "({L} < {L})", "({D} >= {D})", "({L} <> {L})", "({D} > {L})", "({S} = {S})", "({S} <= {S})", "({B} = {B})",
        "({B} and {B})", "({B} or {B})", "(not {B})", "({S} is null)", "({D} is null)", "({L} in ({L}, {D}, 3))",
        "({S} in ({S}, null, 'a'))", "({S} like {like})", "contains({S}, {S})", "starts_with({S}, {S})", "ends_with({S}, {S})",
        "({L} between {L} and {L})", "({B} and null)", "cast(null as boolean)",
    ),
}  # fmt: skip

_LETTERS = {"L": LONG, "D": DOUBLE, "S": STRING, "B": BOOLEAN}


def expression(choose: Random, schema: Schema, data_type: DataType, depth: int = 2) -> str:
    """An expression of this type over these columns."""
    if depth == 0 or choose.randrange(4) == 0:
        return _leaf(choose, schema, data_type)
    shape = choose.choice(SHAPES[data_type])
    return re.sub(r"{(\w+)}", lambda hole: _filling(choose, hole[1], schema, depth), shape)


def usable(schema: Schema, *data_types: DataType) -> list[str]:
    return [name for name, found in schema if found in data_types and not name.startswith("rough")]


def quoted(text: str) -> str:
    """A string literal."""
    return "'" + text.replace("'", "''") + "'"


def _filling(choose: Random, hole: str, schema: Schema, depth: int) -> str:
    if hole == "sep":
        return quoted(choose.choice(SEPARATORS))
    if hole == "like":
        return quoted(choose.choice(PATTERNS))
    return expression(choose, schema, _LETTERS[hole], depth - 1)


def _leaf(choose: Random, schema: Schema, data_type: DataType) -> str:
    """A column where there is one, or a constant."""
    columns = usable(schema, data_type)
    if columns and choose.randrange(4):
        return choose.choice(columns)
    if data_type == LONG:
        return str(choose.choice(LONGS))
    if data_type == STRING:
        return quoted(choose.choice(TEXTS))
    return choose.choice(DOUBLES if data_type == DOUBLE else ("true", "false"))
