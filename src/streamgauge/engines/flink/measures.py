"""Aggregate functions as Flink SQL. `MAX_BY`, `MIN_BY`, `TOP`, `SPREAD` and `FORGETTING` are our own, see `java`."""

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.flow import DOUBLE
from streamgauge.flow.expressions.parse import Measure
from streamgauge.flow.expressions.render import render
from streamgauge.flow.expressions.tree import Literal

# {0}: the argument; {all}: all of them.
_TEMPLATES = {
    "avg": "AVG(CAST({0} AS DOUBLE))",
    "var_pop": "SPREAD(CAST({0} AS DOUBLE), 'var_pop')",
    "var_samp": "SPREAD(CAST({0} AS DOUBLE), 'var_samp')",
    "stddev_pop": "SPREAD(CAST({0} AS DOUBLE), 'stddev_pop')",
    "stddev_samp": "SPREAD(CAST({0} AS DOUBLE), 'stddev_samp')",
    "count_distinct": "COUNT(DISTINCT {0})",
    "approx_count_distinct": "COUNT(DISTINCT {0})",  # Flink approximates in windows only
}


_FEW = 1_000

# Our own function keeps no more values than asked for, but looks at all of them for each row. Where many are asked for, it is
# better to keep what comes, and to sort it when the row is written. Of no values Flink makes a null, the language an empty array.
_TOP_OF_MANY = "ARRAY_SLICE(ARRAY_SORT(COALESCE(ARRAY_AGG({0}) FILTER (WHERE {0} IS NOT NULL), {none}), FALSE), 1, {size})"
_NONE = "ARRAY_REMOVE(ARRAY[CAST(NULL AS {type})], CAST(NULL AS {type}))"

_INEXACT = ("avg", "var_pop", "var_samp", "stddev_pop", "stddev_samp")


def measure_sql(measure: Measure) -> str:
    arguments = [render(argument, FLINK) for argument in measure.arguments] or ["*"]
    match measure:
        case Measure("top", (value, Literal(int() as size))) if size > _FEW:
            none = _NONE.format(type=FLINK.type_name(value.type))
            return _TOP_OF_MANY.format(*arguments, size=size, none=none)
    template = _TEMPLATES.get(measure.function, f"{measure.function.upper()}({{all}})")
    return template.format(*arguments, all=", ".join(arguments))


def forgetting_sql(measure: Measure) -> str:
    """The same where rows leave again: Flink's sums of doubles keep what was rounded when they came."""
    if measure.function in _INEXACT or (measure.function == "sum" and measure.arguments[0].type == DOUBLE):
        return f"FORGETTING(CAST({render(measure.arguments[0], FLINK)} AS DOUBLE), '{measure.function}')"
    return measure_sql(measure)
