"""How Spark SQL writes expressions."""

from streamgauge.flow.expressions.render import Dialect

_REGEX_SIGNS = frozenset(r"\.^$|?*+()[]{}")


def _string(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _as_pattern(separator: str) -> str:
    """Plain text as a Java pattern. Signs without a meaning stay bare: Java splits at a single bare sign without a matcher."""
    return "".join(f"\\{sign}" if sign in _REGEX_SIGNS else sign for sign in separator)


def _as_like(pattern: str) -> str:
    return pattern.replace("\\", "\\\\")


SPARK = Dialect(
    name="spark",
    identifier_quote="`",
    types={"LONG": "BIGINT", "ARRAY<STRING>": "ARRAY<STRING>"},
    cast="try_cast({0} AS {type})",
    long_suffix="L",
    double_suffix="D",
    string=_string,
    functions={
        "divide": "try_divide(CAST({0} AS DOUBLE), CAST({1} AS DOUBLE))",
        "mod": "try_mod({0}, {1})",
        "length": "CAST(length({0}) AS BIGINT)",
        "cardinality": "CAST(size({0}) AS BIGINT)",
        "element": "try_element_at({0}, CAST(greatest({1}, 0L) AS INT))",
        "starts_with": "startswith({0}, {1})",
        "ends_with": "endswith({0}, {1})",
        "substring": "substring({0}, CAST(greatest({1}, 1L) AS INT), CAST({2} AS INT))",
    },
    literals={("split", 1): _as_pattern, ("like", 1): _as_like},
)
