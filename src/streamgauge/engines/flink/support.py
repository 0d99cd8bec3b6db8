"""What Flink can do by generated SQL."""

from collections.abc import Iterator

from streamgauge.engines.support import YES, Support, SupportTable, never, not_yet
from streamgauge.flow import Aggregate, Count, Flow, Join, JoinKind, Sliding, Source

_KINDS = ("source", "select", "filter", "explode", "union", "repartition", "lookup", "aggregate", "join", "dedup", "sink")

_STATE = not_yet("a state that depends on order is no SQL; it takes a process function, which has not been written")
_SHRINKING = not_yet(
    "max_by, min_by and top, which are our own functions in Flink, cannot forget the rows that leave a count window"
)
_ARRAYS = not_yet("arrays in records are not decoded")
_UNEVEN = never("Flink's sliding windows must be a multiple of their slide long")
_OUR_PROCESS = never("Flink runs in another process than ours")
_FILES = not_yet("it reads and writes Kafka only")

_NEVER_SHRINK = ("max_by", "min_by", "top")


def _limits(flow: Flow) -> Iterator[tuple[str, Support]]:
    for step in flow.steps:
        match step:
            case Join(how=JoinKind.RETAINED):
                yield step.label, _STATE
            case Aggregate(window=Count()) if any(measure.function in _NEVER_SHRINK for _, measure in step.expressions):
                yield step.label, _SHRINKING
            case Aggregate(window=Sliding(size_ms, slide_ms)) if size_ms % slide_ms and step.waits_for_time:
                yield step.label, _UNEVEN
            case Source() if any(data_type.element for _, data_type in step.schema):
                yield step.label, _ARRAYS


FLINK_SUPPORT = SupportTable(
    steps=dict.fromkeys(_KINDS, YES)
    | {
        "fold": _STATE,
        "iterate": never("Flink SQL has no loop"),
        "call": not_yet("an outside service takes an asynchronous function, which has not been written"),
    },
    limits=_limits,
    inputs={"kafka": YES, "files": _FILES, "memory": _OUR_PROCESS},
    outputs={"kafka": YES, "files": _FILES, "null": YES, "memory": _OUR_PROCESS, "stdout": _OUR_PROCESS},
)
