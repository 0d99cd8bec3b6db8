"""Aggregates over count windows: aggregates over the last rows of a key, kept where a window is full.

Rows of a key come in order: they lie in one partition of the input, one task reads it, and a shuffle keeps the order of what one
task sends to another. So the order of arrival, which is all that Flink's processing time means here, is the order of the input.
"""

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.measures import forgetting_sql
from streamgauge.engines.flink.stage import Marks, Stage, identifiers
from streamgauge.flow import Aggregate, Count
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.windows import END, START


def count_windows(step: Aggregate, stage: Stage) -> Stage:
    assert isinstance(step.window, Count)  # noqa: S101 - the caller has looked
    size, slide = step.window.size, step.window.slide
    keys = identifiers(step.keys)
    in_order = f"PARTITION BY {', '.join(keys)} ORDER BY _now ROWS BETWEEN"
    numbered = f"SELECT *, COUNT(*) OVER ({in_order} UNBOUNDED PRECEDING AND CURRENT ROW) AS _number"
    timed = f"SELECT *, PROCTIME() AS _now FROM {stage.sql}"
    last = f"OVER ({in_order} {size - 1} PRECEDING AND CURRENT ROW)"
    measures = [f"{forgetting_sql(measure)} {last} AS {FLINK.identifier(name)}" for name, measure in step.expressions]
    newest = f"MAX({INTENDED_TIME}) {last} AS {INTENDED_TIME}"
    rows = f"SELECT {', '.join([*keys, *measures, newest, '_number'])}\nFROM ({numbered} FROM ({timed}))"
    bounds = [f"_number - {size} AS {START}", f"_number AS {END}"]
    columns = [*keys, *bounds, *identifiers(tuple(name for name, _ in step.expressions)), INTENDED_TIME]
    full = f"_number >= {size} AND MOD(_number - {size}, {slide}) = 0"
    return Stage(f"SELECT {', '.join(columns)}\nFROM ({rows})\nWHERE {full}", Marks())
