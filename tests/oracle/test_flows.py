"""The oracle answers every flow that we have as the reference does."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from streamgauge.engines.oracle import answer_by_duckdb, supports
from streamgauge.engines.oracle.lowering import lower
from streamgauge.errors import RequestError
from streamgauge.flow import (
    BOOLEAN,
    DOUBLE,
    LONG,
    STRING,
    Aggregate,
    Count,
    Emission,
    Flow,
    Schema,
    Sink,
    Source,
    Tumbling,
    WireFormat,
)
from streamgauge.flow.ending import end_markers
from streamgauge.testing.text_flows import ODD_TEXTS
from streamgauge.workloads import load_workload, workloads
from tests.flow.event_flows import FLOWS, in_order, out_of_order
from tests.flow.flows import long_words, word_counts

from .agree import assert_agree


@pytest.mark.parametrize("records", [in_order, out_of_order], ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", FLOWS)
def test_step(name: str, records: Callable[[], list[bytes]]) -> None:
    if "fold" in name or "retained" in name:
        with pytest.raises(RequestError, match=r"never.*order"):
            answer_by_duckdb(FLOWS[name], records())
        return
    assert len(assert_agree(FLOWS[name], records())) > 0


@pytest.mark.parametrize("flow", [word_counts(), long_words()], ids=lambda flow: flow.name)
def test_odd_texts(flow: Flow) -> None:
    assert_agree(flow, ODD_TEXTS)


def first_event(name: str) -> int:
    """Beam's first events nearly all bid on one auction: some of its queries have no rows there."""
    return 6_000 if name.startswith("nexmark-") else 0


@pytest.mark.parametrize("name", workloads())
def test_workload(name: str) -> None:
    configured = load_workload(name).configured({}, seed=7)
    support = supports(configured.flow)
    if not support:  # only what depends on order or calls a service, and the reason says so
        is_called = any(step.kind == "call" for step in configured.flow.steps)
        assert is_called or configured.flow.is_order_sensitive or name == "kmeans"
        assert "order" in support.reason or (is_called and "service" in support.reason)
        return
    events = max(2_000, configured.workload.shipped_events)
    assert len(assert_agree(configured.flow, list(configured.stream.records(first_event(name), events)))) > 0


@pytest.mark.parametrize("flow", [FLOWS["identity"], FLOWS["measures"], word_counts()], ids=lambda flow: flow.name)
def test_no_input_gives_no_rows(flow: Flow) -> None:
    assert len(answer_by_duckdb(flow, [])) == 0


def test_the_end_of_the_input_is_no_record() -> None:
    flow = FLOWS["tumbling-final"]
    assert_agree(flow, in_order(50) + end_markers(flow, 2))


def test_the_query_names_the_steps() -> None:
    sql = lower(word_counts())
    assert all(f'"{number} {step.name}" AS (' in sql for number, step in enumerate(word_counts().steps, start=1))


ALL_TYPES = Source(
    Schema.of(i=LONG, x=DOUBLE, s=STRING, p=BOOLEAN),
    WireFormat.JSON,
    event_time="i",
    watermark_delay_ms=2**63,
    optional=("s", "p"),
)

DOCUMENTS = [
    b'{"i":1,"x":2.5,"s":"a","p":true}', b'{"i":1,"x":2}', b'{"i":1}', b'{"i":null,"x":1}', b'{"i":1.0,"x":1}',
    b'{"i":1e3,"x":1}',
    b'{"i":-0,"x":-0.0,"s":null}', b'{"i":"1","x":1}', b'{"i":true,"x":1}', b'{"i":1,"x":true}', b'{"i":1,"x":"1"}',
    b'{"i":1,"x":1,"s":5}', b'{"i":1,"x":1,"s":["a"]}', b'{"i":1,"x":1,"s":{"s":"a"}}', b'{"i":1,"x":1,"p":1}',
    b'{"i":1,"x":1,"p":"true"}',
    b'{"i":9223372036854775807,"x":1}', b'{"i":9223372036854775808,"x":1}', b'{"i":-9223372036854775808,"x":1}',
    b'{"i":-9223372036854775809,"x":1}', b'{"i":1,"x":18446744073709551616}', b'{"i":1,"x":-123456789012345678901234567890}',
    b'{"i":1,"x":1e400}', b'{"i":1,"x":1,"other":1e400}', b'{"i":1,"x":' + b"9" * 400 + b"}", b'{"i":1,"x":NaN}',
    b'{"i":1,"x":1,"other":NaN}',
    b'{"i":1,"x":Infinity}', b'{"i":1,"x":-inf}', b'{"i":1,"x":1,}', b'{"i":1,"x":1,"other":[1,]}',
    b'{"i":1,"x":1,"s":"nan, inf"}',
    b'{"i":1,"x":1,"s":",}"}', b'{"i":1,"x":1e-400}', b'{"i":1,"x":0.1e1}', b'{"i":01,"x":1}', b'{"i":+1,"x":1}',
    b'{"i":1,"x":.5}',
    b'{"i":1,"x":1,"s":"x\\u0000y"}', b'{"i":1,"x":1,"s":"\\ud83d\\ude00 \\u00e9"}', b'{"i":1,"x":1,"s":"\\ud800"}',
    b'{"i":1,"x":1,"s":"\xff"}', b'{"i":1,"x":1,"other":"\xff"}', b'{"i":1,"x":1,"s":"\t"}', b'{"i":1,"x":1,"s":""}',
    b'{"i":1,"x":1} ',
    b' \n{ "i" : 1 , "x" : 1 }', b'{"i":1,"x":1}{"i":2,"x":1}', b'{"i":1,"x":1', b"", b" ", b"null", b"5", b'"i"', b"[]",
    b'[{"i":1,"x":1}]',
    b"{}", b"\xef\xbb\xbf{}", b'{"I":1,"X":1}', b'{"i":1,"x":1}\x00', b'{"a":{"i":1},"i":2,"x":3}',
    b'{"i":1,"x":0.30000000000000004}',
]  # fmt: skip


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda text: repr(text[:40]))
def test_json(document: bytes) -> None:
    assert_agree(Flow("decoded", Sink(ALL_TYPES)), [document, DOCUMENTS[0]])


def test_windows_before_1970() -> None:
    counts = Aggregate(ALL_TYPES, (), {"n": "count(*)"}, Emission.FINAL, Tumbling(10))
    records = [b'{"i":%d,"x":0}' % time for time in range(-25, 25, 3)]
    assert len(assert_agree(Flow("early", Sink(counts)), records)) == 6


def test_bounds_of_a_window_among_the_columns_that_are_windowed() -> None:
    """Of an earlier window, or of the source; a measure reads those that came in."""
    texts = replace(ALL_TYPES, partition_by=("s",), optional=())
    pairs = Aggregate(texts, ("s",), {"n": "count(*)"}, Emission.INSERT, Count(size=2, slide=2), name="pairs")
    ends = Aggregate(pairs, ("s",), {"last": "max(window_end)"}, Emission.INSERT, Count(size=3, slide=1), name="ends")
    records = [b'{"i":%d,"x":0,"s":"%s","p":true}' % (i, b"ab"[i % 2 : i % 2 + 1]) for i in range(40)]
    assert len(assert_agree(Flow("counted twice", Sink(ends)), records)) == 16
    source = Source(Schema.of(window_end=LONG), WireFormat.JSON, event_time="window_end", watermark_delay_ms=1_000)
    newest = Aggregate(source, (), {"newest": "max(window_end)"}, Emission.FINAL, Tumbling(10))
    assert len(assert_agree(Flow("named alike", Sink(newest)), [b'{"window_end":%d}' % i for i in range(40)])) == 4
