"""Aggregate functions as DuckDB's SQL."""

from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.flow.expressions.parse import Measure
from streamgauge.flow.expressions.render import render

_BOTH = "FILTER (WHERE {0} IS NOT NULL AND {1} IS NOT NULL)"

# {0}, {1}: the arguments; {type}: the result's. A struct is compared field by field, which settles ties as the language says.
_TEMPLATES = {
    "sum": "CAST(sum(CAST({0} AS {type})) AS {type})",
    "avg": "avg(CAST({0} AS DOUBLE))",
    "var_pop": "var_pop(CAST({0} AS DOUBLE))",
    "var_samp": "var_samp(CAST({0} AS DOUBLE))",
    "stddev_pop": "stddev_pop(CAST({0} AS DOUBLE))",
    "stddev_samp": "stddev_samp(CAST({0} AS DOUBLE))",
    "count_distinct": "count(DISTINCT {0})",
    "approx_count_distinct": "count(DISTINCT {0})",  # an oracle does not approximate
    "max_by": "(max(struct_pack(o := {1}, v := {0})) " + _BOTH + ").v",
    "min_by": "(min(struct_pack(o := {1}, v := {0})) " + _BOTH + ").v",
    "top": "list_slice(coalesce(max({0}, greatest({1}, 1)), []), 1, {1})",
}


def measure_sql(measure: Measure) -> str:
    arguments = [render(argument, DUCKDB) for argument in measure.arguments] or ["*"]
    template = _TEMPLATES.get(measure.function, f"{measure.function}({{0}})")
    return template.format(*arguments, type=DUCKDB.type_name(measure.type))
