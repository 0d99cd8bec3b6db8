"""How Spark SQL writes expressions."""

from streamgauge.flow import DOUBLE, LONG, STRING
from streamgauge.flow.expressions.render import Dialect

_REGEX_SIGNS = frozenset(r"\.^$|?*+()[]{}")

# A number with blanks around it, and nothing else; Spark's own cast would also read NaN, Infinity, 1d and 0x1p3.
_BLANKS = r"[\x00-\x20\x7f]*"
_DOUBLE_TEXT = rf"\A{_BLANKS}([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?){_BLANKS}\z"
_TWO_TO_63 = "9.223372036854775808E18D"  # for which Spark would take the largest whole number


def _string(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _as_pattern(separator: str) -> str:
    """Plain text as a Java pattern. Signs without a meaning stay bare: Java splits at a single bare sign without a matcher."""
    return "".join(f"\\{sign}" if sign in _REGEX_SIGNS else sign for sign in separator)


def _as_like(pattern: str) -> str:
    return pattern.replace("\\", "\\\\")


def _clamped(position: int, *, low: int) -> str:
    """An argument as the INT that Spark wants, null if it is null; a number too large or too small means the nearest."""
    argument = f"{{{position}}}"
    return (
        f"CASE WHEN {argument} < {low}L THEN {low} WHEN {argument} > 2147483647L THEN 2147483647 ELSE CAST({argument} AS INT) END"
    )


SPARK = Dialect(
    name="spark",
    identifier_quote="`",
    types={"LONG": "BIGINT", "ARRAY<STRING>": "ARRAY<STRING>"},
    cast="try_cast({0} AS {type})",
    casts={
        (STRING, DOUBLE): f"try_cast(regexp_extract({{0}}, {_string(_DOUBLE_TEXT)}, 1) AS DOUBLE)",
        (DOUBLE, LONG): f"CASE WHEN {{0}} < {_TWO_TO_63} THEN try_cast({{0}} AS BIGINT) END",
    },
    long_suffix="L",
    double_suffix="D",
    string=_string,
    functions={
        "divide": "try_divide(CAST({0} AS DOUBLE), CAST({1} AS DOUBLE))",
        "mod": "try_mod({0}, {1})",
        "length": "CAST(length({0}) AS BIGINT)",
        "cardinality": "CAST(size({0}) AS BIGINT)",
        "element": "try_element_at({0}, CASE WHEN {1} BETWEEN 1L AND 2147483647L THEN CAST({1} AS INT) END)",
        "xml_texts": "xpath({0}, {1})",
        "starts_with": "startswith({0}, {1})",
        "ends_with": "endswith({0}, {1})",
        "substring": f"substring({{0}}, {_clamped(1, low=1)}, {_clamped(2, low=0)})",
    },
    literals={("split", 1): _as_pattern, ("like", 1): _as_like, ("xml_texts", 1): lambda path: f"{path}/text()"},
)
