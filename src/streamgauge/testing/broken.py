"""Broken records are passed over and counted, and nothing else is lost."""

import json

import pytest

from streamgauge.flow import LONG, STRING, Flow, Schema, Select, Sink, Source, WireFormat
from streamgauge.testing.opened import OpenEngine
from streamgauge.testing.step_flows import FLOWS, event, events, in_order

BROKEN = [
    b"",
    b"not json",
    b'{"key": "k0", "value": 1, "x": 0.5, "at": ',
    b"[1, 2, 3]",
    b"null",
    b'"text"',
    b'{"key": "k0", "value": 1, "x": 0.5}',
    b'{"key": "k0", "value": null, "x": 0.5, "at": 1436918400000}',
    b'{"key": "k0", "value": "one", "x": 0.5, "at": 1436918400000}',
    b'{"key": "k0", "value": 1.5, "x": 0.5, "at": 1436918400000}',
    b'{"key": "k0", "value": 99999999999999999999, "x": 0.5, "at": 1436918400000}',
    b'{"key": "k0", "value": 1, "x": true, "at": 1436918400000}',
    b"\xff\xfe\x00\x01",
    b"{'key': 'k0', 'value': 1, 'x': 0.5, 'at': 1436918400000}",
    b'{"key": "k0", "value": 1, "x": NaN, "at": 1436918400000}',
    b'{"key": "k0", "value": 1, "x": 0.5, "at": 1436918400000} and more',
    b'{"_end":"soon"}',
    b"[" * 5_000,
    b"x" * 10_000_000,
]

IDENTITY = Flow("identity", Sink(events()))


def mixed() -> list[bytes]:
    """Good records, 60 of them, with broken ones among them."""
    good = in_order(60)
    return [record for pair in zip(good[: len(BROKEN)], BROKEN, strict=True) for record in pair] + good[len(BROKEN) :]


class BrokenRecordTests:
    """The flow `identity`: what was sent comes out, unless it is broken."""

    @pytest.mark.parametrize("transport", ["kafka", "files"])
    def test_nothing_else_is_lost(self, open_engine: OpenEngine, transport: str) -> None:
        open_engine.check(IDENTITY, mixed(), transport=transport, rows=60)

    def test_fields_nobody_asked_for_are_passed_over(self, open_engine: OpenEngine) -> None:
        record = json.loads(event(1, 1_436_918_400_000)) | {"more": {"a": [1, None]}, "key2": "x"}
        open_engine.check(IDENTITY, [json.dumps(record).encode()])

    def test_a_field_that_is_called_like_the_end_of_an_input_ends_nothing(self, open_engine: OpenEngine) -> None:
        records = [json.dumps(json.loads(record) | {"_end": 253_402_300_799_000}).encode() for record in in_order(200)]
        open_engine.check(FLOWS["tumbling-final"], records)

    def test_a_record_without_an_event_time_is_broken_where_nothing_needs_it(self, open_engine: OpenEngine) -> None:
        schema, late = Schema.of(key=STRING, at=LONG), "case when at > 5 then at end"
        timed = Flow("timed", Sink(Source(schema, WireFormat.JSON, event_time=late, optional=("at",))))
        records = [b'{"key": "a", "at": 7}', b'{"key": "b", "at": 3}', b'{"key": "c"}', b'{"key": "d", "at": 6}']
        open_engine.check(timed, records, rows=2)

    def test_blanks_may_stand_around_an_object(self, open_engine: OpenEngine) -> None:
        open_engine.check(IDENTITY, [b" \t\r\n" + record + b" \n\r\t" for record in in_order(5)], rows=5)

    @pytest.mark.parametrize("column", ["key", "value"])
    def test_a_field_that_nobody_reads_breaks_a_record_too(self, open_engine: OpenEngine, column: str) -> None:
        no_text = b'{"key": 7, "value": 1, "x": 0.5, "at": 1436918400000}'
        flow = Flow("one-column", Sink(Select(events(), {column: column})))
        open_engine.skip_unless_it_runs(flow)
        open_engine.check(flow, [*mixed(), no_text], rows=60)

    @pytest.mark.parametrize("value", ["7", "-1.5", "true", '{"a": 1}', "[1, 2]"])
    def test_what_is_no_string_is_no_text(self, open_engine: OpenEngine, value: str) -> None:
        broken = f'{{"key": {value}, "value": 1, "x": 0.5, "at": 1436918400000}}'.encode()
        spaced = f'{{"key" : {json.dumps(value)}, "value": 1, "x": 0.5, "at": 1436918400000}}'.encode()
        open_engine.check(IDENTITY, [*in_order(5), broken, spaced], rows=6)
