"""When two rows belong together, as SQL over `_left` and `_right`."""

from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.engines.oracle.time import TIME, floored
from streamgauge.flow import Join, JoinKind

_LEFT, _RIGHT = f"_left.{TIME}", f"_right.{TIME}"


def join_condition(step: Join) -> str:
    keys = [f"_left.{DUCKDB.identifier(left)} = _right.{DUCKDB.identifier(right)}" for left, right in step.on]
    return " AND ".join([*keys, *_times(step)])


def _times(step: Join) -> list[str]:
    match step.how:
        case JoinKind.INTERVAL:
            return [f"{_RIGHT} - {_LEFT} BETWEEN {-step.before_ms} AND {step.after_ms}"]
        case JoinKind.WINDOW:
            return [f"{floored(_LEFT, step.size_ms)} = {floored(_RIGHT, step.size_ms)}"]
        case _:
            return []
