"""The toy against the conformance kit."""

from streamgauge.testing import Claims, EngineTests, engine_fixture

RUNS = {
    "deep-chain", "grep", "hibench-identity", "hibench-wordcount", "iot-parse", "iot-regression", "iot-tree", "iot-xml",
    "wordcount",
    "nexmark-q0", "nexmark-q1", "nexmark-q2", "nexmark-q14", "nexmark-q15", "nexmark-q16", "nexmark-q17", "nexmark-q22",
    "operator-aggregate", "operator-explode", "operator-filter", "operator-identity", "operator-select",
    "all", "counts", "held-back", "identity", "long-words", "measures", "named-like-a-record", "nulls",
}  # fmt: skip

open_engine = engine_fixture("toy", Claims(only=RUNS, transports=("files",)))


class TestToy(EngineTests):
    pass
