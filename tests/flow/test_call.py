"""Call refuses what no service could be given, and keeps what rows are known by."""

from typing import Any

import pytest

from streamgauge.flow import (
    DOUBLE,
    LONG,
    STRING,
    Aggregate,
    Call,
    Emission,
    Flaw,
    Flow,
    FlowError,
    Fold,
    Identification,
    Schema,
    Sink,
    Source,
    Table,
    Tumbling,
    WireFormat,
)
from streamgauge.flow.json_form import from_json, to_json

BLOBS = Table(Schema.of(file=STRING, content=STRING), (("a", "text of a"),))
ROWS = Table(Schema.of(id=STRING, count=LONG, share=DOUBLE), (("k", 1, 0.5),))


def readings(**more: Any) -> Source:
    return Source(Schema.of(key=STRING, value=LONG, time=LONG), WireFormat.JSON, **more)


def publish(upstream: Any) -> Call:
    return Call(upstream, "mqtt-publish", {"topic": "key", "payload": "cast(value as string)"})


@pytest.mark.parametrize(
    ("service", "arguments", "more", "flaw", "said"),
    [
        ("mqtt-subscribe", {}, {}, Flaw.UNKNOWN_SERVICE, "mqtt-publish"),
        ("mqtt-publish", {"topic": "key", "payload": "key"}, {"at": "reel"}, Flaw.UNKNOWN_SERVICE, "real"),
        ("mqtt-publish", {"topic": "key"}, {}, Flaw.WRONG_ARGUMENTS, "payload"),
        ("mqtt-publish", {"topic": "key", "payload": "key", "qos": "1"}, {}, Flaw.WRONG_ARGUMENTS, "qos"),
        ("mqtt-publish", {"topic": "key", "payload": "value"}, {}, Flaw.WRONG_ARGUMENTS, "LONG"),
        ("mqtt-publish", {"topic": "kye", "payload": "key"}, {}, Flaw.UNKNOWN_COLUMN, "key"),
        ("mqtt-publish", {"topic": "key", "payload": "key"}, {"contents": BLOBS}, Flaw.BAD_TABLE, "leave them out"),
        ("mqtt-publish", {"topic": "key", "payload": "key"}, {"batch": 0}, Flaw.WRONG_ARGUMENTS, "batch"),
        ("table-query", {"key": "key"}, {}, Flaw.BAD_TABLE, "contents="),
        ("table-query", {"key": "key"}, {"contents": Table(Schema.of(id=LONG, x=LONG), ())}, Flaw.BAD_TABLE, "STRING"),
        ("table-query", {"key": "key"}, {"contents": Table(Schema.of(id=STRING), ())}, Flaw.BAD_TABLE, "other columns"),
        ("table-query", {"key": "key"}, {"contents": Table(Schema.of(id=STRING, value=LONG), ())}, Flaw.DUPLICATE_NAME, "value"),
        ("blob-download", {"name": "key"}, {"contents": ROWS}, Flaw.BAD_TABLE, "both STRING"),
    ],
)
def test_what_is_refused(service: str, arguments: dict[str, str], more: dict[str, Any], flaw: Flaw, said: str) -> None:
    with pytest.raises(FlowError) as refused:
        Call(readings(), service, arguments, **more, name="ask")
    assert refused.value.flaw is flaw
    assert said in str(refused.value)
    assert "ask" in str(refused.value)


def test_a_reply_is_columns() -> None:
    asked = Call(readings(), "table-query", {"key": "key"}, ROWS)
    assert str(asked.schema) == "key STRING, value LONG, time LONG, count LONG, share DOUBLE"
    assert str(Call(readings(), "blob-download", {"name": "key"}, BLOBS).reply) == "content STRING"
    assert str(Call(readings(), "blob-upload", {"name": "key", "content": "key"}).reply) == "uploaded LONG"


def test_rows_stay_what_they_are() -> None:
    assert Flow("f", Sink(publish(readings()))).identification is Identification.ORIGIN
    counts = Aggregate(readings(), ("key",), {"value": "count(*)"})
    assert publish(counts).updates_by == ("key",)
    ordered = publish(readings(partition_by=("key",)))
    assert Fold(ordered, ("key",), "change", {"value": "value"}).schema.names[0] == "key"


def test_time_ends_at_a_call() -> None:
    timed = publish(readings(event_time="time"))
    with pytest.raises(FlowError) as refused:
        Aggregate(timed, ("key",), {"n": "count(*)"}, Emission.FINAL, Tumbling(1_000))
    assert refused.value.flaw is Flaw.NO_EVENT_TIME


@pytest.mark.parametrize("contents", [ROWS, None])
def test_the_json_form(contents: Table | None) -> None:
    step = Call(readings(), "table-query", {"key": "key"}, contents, "real") if contents else publish(readings())
    flow = Flow("f", Sink(step))
    assert from_json(to_json(flow)) == flow
