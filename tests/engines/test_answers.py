"""One test body, every engine: the answer equals the reference's."""

import pytest

from streamgauge.errors import RequestError
from streamgauge.flow import STRING, Aggregate, Explode, Flow, Schema, Select, Sink, Source
from streamgauge.workloads import load_workload, workloads
from tests.flow.flows import long_words, word_counts

from .opened import OpenEngine

# What can never be must be refused with the reason.
NEVER_ON_REALTIME = {
    "files", "advclick", "wordcount-windowed", "hibench-fixwindow", "deep-bargain", "deep-distinct", "deep-topk",
    "deep-trends", "kmeans",
    "operator-count-window", "operator-fold", "operator-join-interval", "operator-join-retained", "operator-join-window",
    "operator-session", "operator-tumbling-final", "operator-union",
}  # fmt: skip

# `test_steps` runs every step on every engine already, and one workload is enough to try the files.
SLOW = ("operator-", "deep-", "nexmark-", "iot-")
MANY = [
    pytest.param(name, transport, marks=pytest.mark.slow if is_slow else ())
    for name in workloads()
    for transport in ("kafka", "files")
    for is_slow in [name.startswith(SLOW) or (transport == "files" and name not in ("grep", "ysb"))]
]

TEXTS = [
    b"the quick-brown fox",
    b"",
    b" ",
    b"a-b-cde  the the-the",
    "h\u00e9ron \U0001f426 \u0000x".encode(),
    b"\xff\xfe broken",
] * 50


@pytest.mark.parametrize(("name", "transport"), MANY)
def test_workload(open_engine: OpenEngine, name: str, transport: str) -> None:
    configured = load_workload(name).configured({}, seed=7)
    events = max(2_000, configured.workload.shipped_events)
    records = configured.stream.records(6_000 if name.startswith("nexmark-") else 0, events)
    has_gaps = name.startswith(("nexmark-", "iot-")) and open_engine.engine.support.gaps(configured.flow)  # their pages say which
    is_never = {
        "spark-realtime": has_gaps or {name, transport} & NEVER_ON_REALTIME,
        "dual": transport == "files" or name == "kmeans",
    }
    if is_never.get(open_engine.engine.name):
        with pytest.raises(RequestError, match="never"):
            open_engine.run(configured.flow, records, transport=transport)
        return
    comparison, _ = open_engine.run(configured.flow, records, transport=transport, partitions=3)
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows > 0


@pytest.mark.parametrize("flow", [word_counts(), long_words()], ids=lambda flow: flow.name)
def test_odd_texts(open_engine: OpenEngine, flow: Flow) -> None:
    """Empty records, blanks in a row, signs outside the basic plane, bytes that are no text."""
    comparison, _ = open_engine.run(flow, TEXTS)
    assert comparison.equal, comparison.examples


def test_nulls_in_keys_and_measures(open_engine: OpenEngine) -> None:
    lines = Source(Schema.of(line=STRING))
    numbers = Select(
        lines, {"key": "case when line = '3' then null else line end", "n": "cast(line as long)", "x": "7 / cast(line as long)"}
    )
    measures = {"rows": "count(*)", "known": "count(n)", "total": "sum(n)", "low": "min(n)", "high": "max(key)", "mean": "avg(x)"}
    flow = Flow("nulls", Sink(Aggregate(numbers, ("key",), measures)))
    comparison, _ = open_engine.run(flow, [b"1", b"2", b"3", b"0", b"x", b"", b"3", b"-7"])
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows == 7


def test_an_aggregate_over_everything(open_engine: OpenEngine) -> None:
    words = Explode(Source(Schema.of(line=STRING)), "split(line, ' ')", into="word")
    flow = Flow("all", Sink(Aggregate(words, (), {"words": "count(*)", "last": "max(word)"})))
    comparison, _ = open_engine.run(flow, [b"a b", b"c", b"b"])
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows == 1


def test_the_newest_input_gives_an_output_its_time(open_engine: OpenEngine) -> None:
    _, collector = open_engine.run(word_counts(), [b"a", b"b", b"a", b"c"], partitions=1)
    times = collector.samples()["intended_ms"] - 1_700_000_000_000
    assert times.max() == 3
    assert set(times.tolist()) >= {1, 2, 3}
