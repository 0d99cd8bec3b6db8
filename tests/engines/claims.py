"""What each engine must run and what it must refuse, by name: when a support table changes, a test fails until this does."""

from streamgauge.testing import Claims

CALLS = {"call-all-four", "call-in-a-branch", "call-last", "call-real"}  # the flows of `test_calls.py`

_REALTIME_NEVER = CALLS | {
    "advclick", "deep-bargain", "deep-distinct", "deep-topk", "deep-trends", "hibench-fixwindow",
    "iot-average", "iot-blob-download", "iot-blob-upload", "iot-bloom", "iot-distinct", "iot-etl", "iot-kalman", "iot-moment",
    "iot-mqtt-publish", "iot-pred", "iot-stats", "iot-table-query", "iot-trend",
    "kmeans",
    "nexmark-q11", "nexmark-q20", "nexmark-q23", "nexmark-q3", "nexmark-q4", "nexmark-q5", "nexmark-q6", "nexmark-q8",
    "nexmark-q9",
    "operator-count-window", "operator-fold", "operator-join-interval", "operator-join-retained", "operator-join-window",
    "operator-session", "operator-tumbling-final", "operator-union", "wordcount-windowed",
    # the kit's own flows
    "alike-sliding", "busiest", "count-window", "count-window-doubles", "count-window-exploded", "count-window-max-by",
    "dedup-of-windows", "filtered-final", "fold", "fold-after-count-window", "fold-carrying", "fold-counted", "fold-united",
    "join-counted",
    "join-in-windows-so-far", "join-interval", "join-interval-outer", "join-left-is-later", "join-retained",
    "join-retained-with-itself", "join-right-is-later", "join-unbounded", "join-window", "join-window-outer", "session",
    "session-touching", "sliding-final", "tumbling-final", "union", "union-with-pairs",
}  # fmt: skip

_FLINK_NOT_YET = CALLS | {
    "deep-bargain", "iot-blob-download", "iot-blob-upload", "iot-etl", "iot-mqtt-publish", "iot-pred", "iot-stats",
    "iot-table-query", "kmeans", "operator-join-retained",
    # the kit's own flows
    "count-window-max-by", "join-retained", "join-retained-with-itself",
}  # fmt: skip

CLAIMS = {
    "reference": Claims(),
    "spark-microbatch": Claims(),
    "spark-realtime": Claims(never=_REALTIME_NEVER, transports=("kafka",)),
    "dual": Claims(never={"kmeans"}, transports=("kafka",)),
    "bytewax": Claims(not_yet={"call-real"}, transports=("kafka",)),
    "flink": Claims(not_yet=_FLINK_NOT_YET, transports=("kafka",)),
}
