"""The closed list of functions: for each its types, its meaning, its Python, and how standard SQL writes it.

An engine's dialect may write a function in its own way; no engine may give it another meaning, and the examples are run
on every engine. Unless a function says otherwise, it is null when any of its arguments is null.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from streamgauge.flow.expressions.python import (
    all_true,
    any_true,
    checked,
    contained_in,
    divided,
    element,
    first_branch,
    first_not_null,
    like,
    remainder,
    substring,
    xml_texts,
)
from streamgauge.flow.expressions.signatures import (
    Signature,
    all_of,
    any_array,
    any_one,
    arithmetic,
    branches,
    common,
    comparable,
    element_type,
    takes,
)
from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, STRING, array_of


@dataclass(frozen=True, slots=True)
class Function:
    """One scalar function of the language."""

    name: str
    signature: Signature
    meaning: str
    python: Callable[..., Any]
    sql: str = ""  # a template: {0}, {1} are the arguments, {all} all of them; empty means name({all})
    example: str = ""
    literals: tuple[int, ...] = field(default=())  # positions that must be string literals, known before the run
    literal_pattern: str = ".*"  # what those must match
    sees_nulls: bool = False


_OPERATORS = [
    Function("add", arithmetic(2), "sum; leaving 64 bits is an error", checked(lambda a, b: a + b), "({0} + {1})", "2 + 3"),
    Function("subtract", arithmetic(2), "difference", checked(lambda a, b: a - b), "({0} - {1})", "2 - 3.5"),
    Function("multiply", arithmetic(2), "product", checked(lambda a, b: a * b), "({0} * {1})", "4 * 2"),
    Function(
        "divide",
        takes(DOUBLE, DOUBLE, gives=DOUBLE),
        "quotient, always DOUBLE; null when the divisor is 0",
        divided,
        "({0} / {1})",
        "7 / 2",
    ),
    Function(
        "mod",
        takes(LONG, LONG, gives=LONG),
        "remainder with the sign of the dividend; null when the divisor is 0",
        remainder,
        "({0} % {1})",
        "-7 % 3",
    ),
    Function("negate", arithmetic(1), "the opposite number", checked(lambda a: -a), "(- {0})", "-(5)"),
    Function("eq", comparable(2), "equal", lambda a, b: a == b, "({0} = {1})", "2 = 2.0"),
    Function("ne", comparable(2), "not equal", lambda a, b: a != b, "({0} <> {1})", "'a' <> 'b'"),
    Function("lt", comparable(2), "less; strings by code point", lambda a, b: a < b, "({0} < {1})", "'B' < 'a'"),
    Function("le", comparable(2), "less or equal", lambda a, b: a <= b, "({0} <= {1})", "2 <= 2"),
    Function("gt", comparable(2), "greater", lambda a, b: a > b, "({0} > {1})", "2 > 3"),
    Function("ge", comparable(2), "greater or equal", lambda a, b: a >= b, "({0} >= {1})", "3 >= 3.5"),
    Function(
        "and",
        all_of(BOOLEAN, BOOLEAN),
        "both; false wins over null",
        all_true,
        "({0} AND {1})",
        "false and null",
        sees_nulls=True,
    ),
    Function(
        "or",
        all_of(BOOLEAN, BOOLEAN),
        "either; true wins over null",
        any_true,
        "({0} OR {1})",
        "null or true",
        sees_nulls=True,
    ),
    Function("not", takes(BOOLEAN, gives=BOOLEAN), "the opposite", lambda a: not a, "(NOT {0})", "not false"),
    Function(
        "is_null",
        any_one(BOOLEAN),
        "is the value missing?",
        lambda a: a is None,
        "({0} IS NULL)",
        "null is null",
        sees_nulls=True,
    ),
    Function(
        "in",
        comparable(),
        "equal to one of the rest; null when none is equal but one is null",
        contained_in,
        "({0} IN ({rest}))",
        "2 in (1, 2, 3)",
        sees_nulls=True,
    ),
    Function(
        "case",
        branches,
        "the value of the first true condition, else the default",
        first_branch,
        example="case when 1 > 2 then 'a' when 2 > 1 then 'b' else 'c' end",
        sees_nulls=True,
    ),
    Function(
        "cast",
        any_one(LONG),
        "the value as another type; null when it cannot be read",
        lambda a: a,
        example="cast('12' as long)",
    ),
]

_FUNCTIONS = [
    Function(
        "coalesce", common, "the first argument that is not null",
        first_not_null, example="coalesce(null, 2, 3)", sees_nulls=True,
    ),
    Function("abs", arithmetic(1), "the number without its sign", checked(abs), example="abs(-2)"),
    Function("length", takes(STRING, gives=LONG), "the number of characters", len, example="length('héron')"),
    Function("lower", takes(STRING, gives=STRING), "in small letters", str.lower, example="lower('AbC')"),
    Function("upper", takes(STRING, gives=STRING), "in capital letters", str.upper, example="upper('AbC')"),
    Function("trim", takes(STRING, gives=STRING), "no blanks at both ends", lambda s: s.strip(" "), example="trim('  a b ')"),
    Function("concat", all_of(STRING, STRING), "one after the other; also a || b", lambda *s: "".join(s), example="'a' || 'b'"),
    Function(
        "substring", takes(STRING, LONG, LONG, gives=STRING), "characters from position (1 is the first), at most so many",
        substring, example="substring('stream', 2, 3)",
    ),
    Function("replace", takes(STRING, STRING, STRING, gives=STRING), "each occurrence of a text replaced by another", str.replace,
             example="replace('a-b-c', '-', '+')", literals=(1,)),
    Function("contains", takes(STRING, STRING, gives=BOOLEAN), "does the text hold the other?", lambda s, part: part in s,
             example="contains('stream', 'tre')"),
    Function("starts_with", takes(STRING, STRING, gives=BOOLEAN), "does the text begin so?", str.startswith,
             example="starts_with('stream', 'str')"),
    Function("ends_with", takes(STRING, STRING, gives=BOOLEAN), "does the text end so?", str.endswith,
             example="ends_with('stream', 'str')"),
    Function("like", takes(STRING, STRING, gives=BOOLEAN), "matches a pattern: % is any text, _ any character, no escapes", like,
             "({0} LIKE {1})", "'stream' like 's%e_m'", literals=(1,)),
    Function(
        "split", takes(STRING, STRING, gives=array_of(STRING)),
        "the parts between the separators, empty ones too; the separator is plain text, not a pattern",
        str.split, example="split('a,b,,', ',')", literals=(1,),
    ),
    Function(
        "element", element_type, "the element at a position (1 is the first); null where there is none",
        element, example="element(split('a b c', ' '), 2)",
    ),
    Function(
        "xml_texts", takes(STRING, STRING, gives=array_of(STRING)),
        "the texts in the elements of an XML document at a path of names, in order, empty ones left out; no XML is an error",
        xml_texts, example="xml_texts('<a><b>1</b><c/><b>x &lt; y</b></a>', '/a/b')",
        literals=(1,), literal_pattern=r"(/[A-Za-z_][A-Za-z0-9_]*)+",
    ),
    Function("cardinality", any_array(LONG), "the number of elements", len, example="cardinality(split('a b c', ' '))"),
]  # fmt: skip

FUNCTIONS = {function.name: function for function in [*_OPERATORS, *_FUNCTIONS]}

OPERATOR_NAMES = frozenset(function.name for function in _OPERATORS)  # written with symbols, never called by name
