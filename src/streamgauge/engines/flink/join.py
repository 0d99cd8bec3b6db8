"""Join as a join of Flink: time bounds make it an interval join, which forgets by the watermark and never takes a row back."""

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.stage import TIME, TIME_MS, Marks, Stage, floored, identifiers, interval
from streamgauge.flow import Join, JoinKind
from streamgauge.flow.marks import INTENDED_TIME

_T = INTENDED_TIME


def join_stages(step: Join, left: Stage, right: Stage) -> Stage:
    own = [f"l.{name}" for name in identifiers(step.left.schema.names)]
    other = [f"r.{name}" for name in identifiers(step.right.schema.names)]
    newest = f"GREATEST(l.{_T}, COALESCE(r.{_T}, l.{_T})) AS {_T}" if step.outer else f"GREATEST(l.{_T}, r.{_T}) AS {_T}"
    event_time = () if step.later_side is None else left.marks.event_time
    later = [f"{'lr'[step.later_side or 0]}.{name}" for name in event_time]
    how = "LEFT JOIN" if step.outer else "JOIN"
    condition = " AND ".join([*_equal_keys(step), *_time_bounds(step)])
    sql = f"SELECT {', '.join([*own, *other, newest, *later])}\nFROM {left.sql} AS l\n{how} {right.sql} AS r\nON {condition}"
    return Stage(sql, Marks(event_time=event_time))


def _equal_keys(step: Join) -> list[str]:
    return [f"l.{FLINK.identifier(left)} = r.{FLINK.identifier(right)}" for left, right in step.on]


def _time_bounds(step: Join) -> list[str]:
    """A window join of Flink's would wait for the end of the window, though its pairs are known before."""
    match step.how:
        case JoinKind.INTERVAL:
            return [f"r.{TIME} BETWEEN l.{TIME} - {interval(step.before_ms)} AND l.{TIME} + {interval(step.after_ms)}"]
        case JoinKind.WINDOW:
            starts = [floored(f"{side}.{TIME_MS}", step.size_ms) for side in "lr"]
            around = interval(step.size_ms)
            return [f"{starts[0]} = {starts[1]}", f"r.{TIME} BETWEEN l.{TIME} - {around} AND l.{TIME} + {around}"]
        case _:
            return []
