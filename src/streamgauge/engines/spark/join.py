"""Join as a stream-stream join of Spark: time bounds in the condition tell it when rows can be forgotten."""

from pyspark.sql import functions as f

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.stage import IS_END, TIME, Marks, Stage
from streamgauge.flow import Join, JoinKind

_RIGHT = "_right"  # before the names of the right side's columns, so that no name is ambiguous


def join_stages(step: Join, left: Stage, right: Stage) -> Stage:
    end = () if step.outer else left.marks.end
    if end:
        left, right = (_with_keys(side, keys) for side, keys in zip((left, right), zip(*step.on, strict=True), strict=True))
    names = [*step.right.schema.names, *right.marks.columns]
    renamed = right.rows.selectExpr(*(f"{SPARK.identifier(name)} AS {SPARK.identifier(_RIGHT + name)}" for name in names))
    equal_keys = _equal_keys_but_at_the_end(step) if end else _equal_keys(step)
    condition = " AND ".join([*equal_keys, *_time_bounds(step)])

    rows = left.rows.join(renamed, f.expr(condition), "leftOuter" if step.outer else "inner")
    own = [SPARK.identifier(name) for name in step.left.schema.names]
    other = [f"{SPARK.identifier(_RIGHT + name)} AS {SPARK.identifier(name)}" for name in step.right.schema.names]
    newest = [f"greatest({name}, {_RIGHT}{name}) AS {name}" for name in left.marks.time]
    later = _later_time(step)
    marks = Marks(time=left.marks.time, event_time=(TIME,) if later else (), end=end)
    return Stage(rows.selectExpr(*own, *other, *newest, *later, *end), marks)


def _later_time(step: Join) -> list[str]:
    """The event time of a pair as it is in one of the sides: of a computed one Spark would not know the watermark."""
    return [] if step.later_side is None else [(TIME, f"{_RIGHT}{TIME} AS {TIME}")[step.later_side]]


def _equal_keys(step: Join) -> list[str]:
    return [f"{SPARK.identifier(left)} = {SPARK.identifier(_RIGHT + right)}" for left, right in step.on]


def _with_keys(side: Stage, keys: tuple[str, ...]) -> Stage:
    """Without the rows that have no partner for want of a key: in its state Spark takes two nulls for equal."""
    return side.where(" AND ".join(f"{SPARK.identifier(name)} IS NOT NULL" for name in keys))


def _equal_keys_but_at_the_end(step: Join) -> list[str]:
    """The record that ends a partition has no key. From plain keys Spark would conclude that it need not be read at all, and its
    time would never move the watermark. So it is let through to the pairs, like everywhere before the last state."""
    sides = [("", IS_END), (_RIGHT, f"{_RIGHT}{IS_END}")]
    return [
        " = ".join(
            f"CASE WHEN NOT {is_end} THEN {SPARK.identifier(before + name)} END"
            for name, (before, is_end) in zip(pair, sides, strict=True)
        )
        for pair in step.on
    ]


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
