"""Join as a stream-stream join of Spark: time bounds in the condition tell it when rows can be forgotten."""

from pyspark.sql import functions as f

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.stage import TIME, Marks, Stage
from streamgauge.flow import Join, JoinKind

_RIGHT = "_right"  # before the names of the right side's columns, so that no name is ambiguous


def join_stages(step: Join, left: Stage, right: Stage) -> Stage:
    names = [*step.right.schema.names, *right.marks.columns]
    renamed = right.rows.selectExpr(*(f"{SPARK.identifier(name)} AS {SPARK.identifier(_RIGHT + name)}" for name in names))
    condition = " AND ".join([*_equal_keys(step), *_time_bounds(step)])

    rows = left.rows.join(renamed, f.expr(condition), "leftOuter" if step.outer else "inner")
    own = [SPARK.identifier(name) for name in step.left.schema.names]
    other = [f"{SPARK.identifier(_RIGHT + name)} AS {SPARK.identifier(name)}" for name in step.right.schema.names]
    newest = [f"greatest({name}, {_RIGHT}{name}) AS {name}" for name in left.marks.time]
    return Stage(rows.selectExpr(*own, *other, *newest), Marks(time=left.marks.time))


def _equal_keys(step: Join) -> list[str]:
    return [f"{SPARK.identifier(left)} = {SPARK.identifier(_RIGHT + right)}" for left, right in step.on]


def _time_bounds(step: Join) -> list[str]:
    other = f"{_RIGHT}{TIME}"
    match step.how:
        case JoinKind.INTERVAL:
            before, after = _interval(step.before_ms), _interval(step.after_ms)
            return [f"{other} >= {TIME} - {before}", f"{other} <= {TIME} + {after}"]
        case JoinKind.WINDOW:
            size = _interval(step.size_ms)
            starts = [f"unix_millis({time}) - pmod(unix_millis({time}), {step.size_ms})" for time in (TIME, other)]
            return [f"{starts[0]} = {starts[1]}", f"{other} > {TIME} - {size}", f"{other} < {TIME} + {size}"]
        case _:
            return []


def _interval(milliseconds: int) -> str:
    return f"INTERVAL {milliseconds} MILLISECONDS"
