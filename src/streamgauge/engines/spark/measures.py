"""Aggregate functions as Spark SQL."""

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.flow.expressions.parse import Measure
from streamgauge.flow.expressions.render import render

# {0}, {1}: the arguments. A struct is compared field by field, which is how ties are settled as the language says.
_TEMPLATES = {
    "count_distinct": "CAST(size(collect_set({0})) AS BIGINT)",
    "max_by": "max(CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN named_struct('o', {1}, 'v', {0}) END).v",
    "min_by": "min(CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN named_struct('o', {1}, 'v', {0}) END).v",
    "top": "slice(sort_array(collect_list({0}), false), 1, CAST({1} AS INT))",
}


def measure_sql(measure: Measure) -> str:
    arguments = [render(argument, SPARK) for argument in measure.arguments] or ["1"]
    return _TEMPLATES.get(measure.function, f"{measure.function}({{0}})").format(*arguments)
