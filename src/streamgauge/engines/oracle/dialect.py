"""How DuckDB writes expressions."""

from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING
from streamgauge.flow.expressions.render import Dialect

# A number with blanks around it, and nothing else; DuckDB's own casts would also read 1_000, 0x1F and, as whole numbers, 1e3.
_BLANKS = r"[\x00-\x20\x7f]*"
_LONG_TEXT = rf"\A{_BLANKS}([+-]?[0-9]+){_BLANKS}\z"
_DOUBLE_TEXT = rf"\A{_BLANKS}([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?){_BLANKS}\z"

# DuckDB changes letters one by one; what becomes several letters, or depends on its neighbours, is left to Python.
_ASCII = r"[\x00-\x7f]*"
LOWER_OF_ANY, UPPER_OF_ANY = "lower_of_any", "upper_of_any"  # functions in Python that the connection must have

_FARTHEST = 2**32 - 1  # of substring's positions and lengths

DUCKDB = Dialect(
    name="duckdb",
    types={"LONG": "BIGINT", "STRING": "VARCHAR", "ARRAY<STRING>": "VARCHAR[]", "ARRAY<LONG>": "BIGINT[]"}
    | {"ARRAY<DOUBLE>": "DOUBLE[]", "ARRAY<BOOLEAN>": "BOOLEAN[]"},
    cast="CAST({0} AS {type})",
    casts={
        (STRING, LONG): f"TRY_CAST(regexp_extract({{0}}, '{_LONG_TEXT}', 1) AS BIGINT)",
        (STRING, DOUBLE): f"TRY_CAST(regexp_extract({{0}}, '{_DOUBLE_TEXT}', 1) AS DOUBLE)",
        (DOUBLE, LONG): "TRY_CAST(trunc({0}) AS BIGINT)",
        (BOOLEAN, LONG): "CAST({0} AS BIGINT)",
    },
    long_suffix="::BIGINT",
    double_suffix="::DOUBLE",
    functions={
        "divide": "(CAST({0} AS DOUBLE) / nullif(CAST({1} AS DOUBLE), 0))",
        "mod": "({0} % nullif(CASE WHEN {1} = -1 THEN 1 ELSE {1} END, 0))",  # by -1, the smallest number is too large for DuckDB
        "concat": "({piped})",
        "cardinality": "len({0})",
        "element": "list_extract({0}, CASE WHEN {1} >= 1 THEN {1} END)",  # below 1 DuckDB counts from the end
        "trim": "trim({0}, ' ')",
        "split": "string_split({all})",
        "lower": f"CASE WHEN regexp_full_match({{0}}, '{_ASCII}') THEN lower({{0}}) ELSE {LOWER_OF_ANY}({{0}}) END",
        "upper": f"CASE WHEN regexp_full_match({{0}}, '{_ASCII}') THEN upper({{0}}) ELSE {UPPER_OF_ANY}({{0}}) END",
        # Not greatest and least: those pass over nulls.
        "substring": "substring({0}, "
        f"CASE WHEN {{1}} < 1 THEN 1 WHEN {{1}} > {_FARTHEST} THEN {_FARTHEST} ELSE {{1}} END, "
        f"CASE WHEN {{2}} < 0 THEN 0 WHEN {{2}} > {_FARTHEST} THEN {_FARTHEST} ELSE {{2}} END)",
    },
)
