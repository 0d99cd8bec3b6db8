"""Aggregate functions as Spark's columns."""

from pyspark.sql import Column
from pyspark.sql import functions as f
from pyspark.sql.internal import InternalFunction

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.flow.expressions.parse import Measure
from streamgauge.flow.expressions.render import render
from streamgauge.flow.expressions.tree import Literal

# {0}, {1}: the arguments. A struct is compared field by field, which is how ties are settled as the language says.
_TEMPLATES = {
    "count_distinct": "CAST(size(collect_set({0})) AS BIGINT)",
    "max_by": "max(CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN named_struct('o', {1}, 'v', {0}) END).v",
    "min_by": "min(CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN named_struct('o', {1}, 'v', {0}) END).v",
    "top": "slice(sort_array(collect_list({0}), false), 1, CAST({1} AS INT))",
}

# So many values at most are worth a queue, which has room for all of them from the start; of more, all that come are kept.
_FEW = 1_000


def measure_column(measure: Measure) -> Column:
    """Of the largest values no more are kept than asked for: in a queue, since `max_by` with a number needs sorted rows."""
    arguments = [render(argument, SPARK) for argument in measure.arguments] or ["1"]
    match measure:
        case Measure("top", (_, Literal(int() as size))) if 0 < size <= _FEW:
            return InternalFunction.collect_top_k(f.expr(arguments[0]), size, False)
    return f.expr(_TEMPLATES.get(measure.function, f"{measure.function}({{0}})").format(*arguments))
