"""What Spark can do in each of its paradigms."""

from streamgauge.engines.support import YES, SupportTable, never, not_yet

_STEPS = dict.fromkeys(
    ("source", "select", "filter", "explode", "union", "repartition", "lookup", "aggregate", "join", "dedup", "sink"), YES
)

_OUR_PROCESS = never("Spark's tasks run in other processes than ours")

MICROBATCH_SUPPORT = SupportTable(
    steps=_STEPS,
    inputs={"kafka": YES, "files": YES, "memory": _OUR_PROCESS},
    outputs={"kafka": YES, "files": YES, "null": YES, "memory": _OUR_PROCESS, "stdout": _OUR_PROCESS},
)

REALTIME_SUPPORT = SupportTable(
    steps=_STEPS
    | {
        "union": never("real-time mode refuses to read one topic twice in a query"),
        "join": never("real-time mode has no join of two streams"),
    },
    emissions={"final": never("real-time mode has no append mode: it writes every update")},
    inputs={"kafka": YES, "files": never("real-time mode has no file source"), "memory": _OUR_PROCESS},
    outputs={
        "kafka": YES,
        "files": never("real-time mode has no file sink and no foreachBatch"),
        "null": not_yet("real-time mode refuses Spark's no-op sink"),
        "memory": _OUR_PROCESS,
        "stdout": _OUR_PROCESS,
    },
)
