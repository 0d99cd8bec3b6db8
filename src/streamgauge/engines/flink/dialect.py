"""How Flink SQL writes expressions. `TEXT_AS_LONG`, `TEXT_AS_DOUBLE` and `XML_TEXTS` are our own, see `java`."""

from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING
from streamgauge.flow.expressions.render import Dialect

_LARGEST_INT = 2**31 - 1
_TWO_TO_63 = "9.223372036854775808E18"


class FlinkDialect(Dialect):
    """Numbers in Flink SQL are INT and DECIMAL unless it is told otherwise."""

    __slots__ = ()

    def literal(self, value: bool | int | float | str | None) -> str:
        match value:
            case bool() | str() | None:
                return Dialect.literal(self, value)
            case int():
                return f"CAST({value} AS BIGINT)"
            case float():
                return f"CAST({value!r} AS DOUBLE)"


def _clamped(position: int, *, low: int) -> str:
    """An argument as the INT that Flink wants, null if it is null; a number too large or too small means the nearest."""
    argument = f"{{{position}}}"
    limits = f"WHEN {argument} < {low} THEN {low} WHEN {argument} > {_LARGEST_INT} THEN {_LARGEST_INT}"
    return f"CASE {limits} ELSE CAST({argument} AS INT) END"


FLINK = FlinkDialect(
    name="flink",
    identifier_quote="`",
    types={"LONG": "BIGINT"}
    | {f"ARRAY<{name}>": f"ARRAY<{own}>" for name, own in (("LONG", "BIGINT"), ("STRING", "STRING"), ("DOUBLE", "DOUBLE"))},
    cast="CAST({0} AS {type})",
    unknown="UNKNOWN",
    casts={
        (STRING, LONG): "TEXT_AS_LONG({0})",
        (STRING, DOUBLE): "TEXT_AS_DOUBLE({0})",
        (DOUBLE, LONG): f"CASE WHEN {{0}} >= -{_TWO_TO_63} AND {{0}} < {_TWO_TO_63} THEN CAST({{0}} AS BIGINT) END",
        (BOOLEAN, STRING): "CASE WHEN {0} THEN 'true' WHEN NOT {0} THEN 'false' END",
    },
    functions={
        "divide": "(CAST({0} AS DOUBLE) / NULLIF(CAST({1} AS DOUBLE), CAST(0 AS DOUBLE)))",
        "mod": "MOD({0}, NULLIF({1}, CAST(0 AS BIGINT)))",
        "length": "CAST(CHAR_LENGTH({0}) AS BIGINT)",
        "cardinality": "CAST(CARDINALITY({0}) AS BIGINT)",
        "concat": "({piped})",
        "contains": "(POSITION({1} IN {0}) > 0)",
        "element": f"{{0}}[CASE WHEN {{1}} BETWEEN 1 AND {_LARGEST_INT} THEN CAST({{1}} AS INT) END]",
        "trim": "TRIM(BOTH ' ' FROM {0})",
        "starts_with": "STARTSWITH({0}, {1})",
        "ends_with": "ENDSWITH({0}, {1})",
        # An empty text has one part, which is empty; Flink says none.
        "split": "CASE WHEN {0} = '' THEN ARRAY[CAST('' AS STRING)] ELSE SPLIT({0}, {1}) END",
        "xml_texts": "XML_TEXTS({0}, {1})",
        "substring": f"SUBSTRING({{0}}, {_clamped(1, low=1)}, {_clamped(2, low=0)})",
    },
)
