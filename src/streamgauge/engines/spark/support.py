"""What Spark can do in each of its paradigms."""

from collections.abc import Iterator

from streamgauge.engines.support import YES, Support, SupportTable, never, not_yet
from streamgauge.flow import Emission, Flow, Iterate

_KINDS = ("source", "select", "filter", "explode", "union", "repartition", "lookup", "aggregate", "join", "dedup", "fold", "sink")
_STEPS = dict.fromkeys(_KINDS, YES)

_NO_PYTHON = never("real-time mode runs no Python, in which Spark keeps a state that depends on order")

_NO_CALLS = never("real-time mode runs no Python, in which the clients of services are")

_NO_APPEND = never("real-time mode has no append mode: it writes every update")

_OUR_PROCESS = never("Spark's tasks run in other processes than ours")

_ALONE = not_yet("it must be the last step before the sink, and no step before it may have a state")


def _microbatch_limits(flow: Flow) -> Iterator[tuple[str, Support]]:
    for step in flow.steps:
        if isinstance(step, Iterate) and (step is not flow.sink.upstream or sum(each.is_stateful for each in flow.steps) > 1):
            yield step.label, _ALONE


def _realtime_limits(flow: Flow) -> Iterator[tuple[str, Support]]:
    if flow.emission is not Emission.FINAL:
        yield from ((step.label, _NO_APPEND) for step in flow.steps if step.waits_for_time)
    yield from ((step.label, _NO_PYTHON) for step in flow.steps if step.is_order_sensitive)


MICROBATCH_SUPPORT = SupportTable(
    steps=_STEPS | {"iterate": YES, "call": YES},
    limits=_microbatch_limits,
    inputs={"kafka": YES, "files": YES, "memory": _OUR_PROCESS},
    outputs={"kafka": YES, "files": YES, "null": YES, "memory": _OUR_PROCESS, "stdout": _OUR_PROCESS},
)

REALTIME_SUPPORT = SupportTable(
    steps=_STEPS
    | {
        "union": never("real-time mode refuses to read one topic twice in a query"),
        "join": never("real-time mode has no join of two streams"),
        "fold": _NO_PYTHON,
        "call": _NO_CALLS,
        "iterate": never("real-time mode has no loop, and no foreachBatch to feed back from"),
    },
    limits=_realtime_limits,
    emissions={"final": _NO_APPEND},
    inputs={"kafka": YES, "files": never("real-time mode has no file source"), "memory": _OUR_PROCESS},
    outputs={
        "kafka": YES,
        "files": never("real-time mode has no file sink and no foreachBatch"),
        "null": not_yet("real-time mode refuses Spark's no-op sink"),
        "memory": _OUR_PROCESS,
        "stdout": _OUR_PROCESS,
    },
)
