"""What Flink can do by generated SQL."""

from collections.abc import Iterator

from streamgauge.engines.support import YES, Support, SupportTable, never, not_yet
from streamgauge.flow import Aggregate, Count, Flow, Fold, Join, JoinKind, Sliding

_KINDS = ("source", "select", "filter", "explode", "union", "repartition", "lookup", "aggregate", "join", "dedup", "fold", "sink")

_RETAINED = not_yet("it depends on the order of two inputs, which Flink does not keep when it shuffles them")
_SHRINKING = not_yet(
    "max_by, min_by and top, which are our own functions in Flink, cannot forget the rows that leave a count window"
)
_CARRIED_ARRAYS = not_yet("arrays do not pass by a kernel")
_UNEVEN = not_yet(
    "sliding windows by Flink's window function are a multiple of their slide long; its older one, which has others, is not used"
)
_LOOP = not_yet("Flink SQL has no loop; a process function, as for folds, could run one and has not been written")
_OUR_PROCESS = never("Flink runs in another process than ours")
_FILES = not_yet("it reads and writes Kafka only")

_NEVER_SHRINK = ("max_by", "min_by", "top")


def _limits(flow: Flow) -> Iterator[tuple[str, Support]]:
    for step in flow.steps:
        match step:
            case Join(how=JoinKind.RETAINED):
                yield step.label, _RETAINED
            case Aggregate(window=Count()) if any(measure.function in _NEVER_SHRINK for _, measure in step.expressions):
                yield step.label, _SHRINKING
            case Aggregate(window=Sliding(size_ms, slide_ms)) if size_ms % slide_ms and step.waits_for_time:
                yield step.label, _UNEVEN
            case Fold() if any(data_type.element for _, data_type in step.schema):
                yield step.label, _CARRIED_ARRAYS


FLINK_SUPPORT = SupportTable(
    steps=dict.fromkeys(_KINDS, YES)
    | {
        "iterate": _LOOP,
        "call": not_yet("an outside service takes an asynchronous function, which has not been written"),
    },
    limits=_limits,
    inputs={"kafka": YES, "files": _FILES, "memory": _OUR_PROCESS},
    outputs={"kafka": YES, "files": _FILES, "null": YES, "memory": _OUR_PROCESS, "stdout": _OUR_PROCESS},
)
