"""Broken records are passed over and counted, and nothing else is lost; on every engine."""

import json

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.flow import Flow, Sink
from tests.flow.event_flows import event, events, in_order

from .opened import OpenEngine

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


def mixed() -> list[bytes]:
    """Good records with broken ones among them."""
    good = in_order(60)
    return [record for pair in zip(good[: len(BROKEN)], BROKEN, strict=True) for record in pair] + good[len(BROKEN) :]


def test_the_reference_counts_them_with_their_numbers() -> None:
    answer = evaluate(Flow("f", Sink(events())), mixed())
    assert answer.broken == list(range(1, 2 * len(BROKEN), 2))
    assert len(answer) == 60


@pytest.mark.parametrize("transport", ["kafka", "files"])
def test_nothing_else_is_lost(open_engine: OpenEngine, transport: str) -> None:
    if not open_engine.engine.support.for_input(transport):
        assert open_engine.engine.name in ("spark-realtime", "dual")
        assert transport == "files"
        return
    comparison, _ = open_engine.run(Flow("f", Sink(events())), mixed(), transport=transport)
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows == 60


def test_fields_nobody_asked_for_are_passed_over(open_engine: OpenEngine) -> None:
    record = json.loads(event(1, 1_436_918_400_000)) | {"more": {"a": [1, None]}, "key2": "x"}
    comparison, _ = open_engine.run(Flow("f", Sink(events())), [json.dumps(record).encode()])
    assert comparison.equal, comparison.examples


@pytest.mark.parametrize("value", ["7", "-1.5", "true", '{"a": 1}', "[1, 2]"])
def test_what_is_no_string_is_no_text(open_engine: OpenEngine, value: str) -> None:
    broken = f'{{"key": {value}, "value": 1, "x": 0.5, "at": 1436918400000}}'.encode()
    spaced = f'{{"key" : {json.dumps(value)}, "value": 1, "x": 0.5, "at": 1436918400000}}'.encode()
    comparison, _ = open_engine.run(Flow("f", Sink(events())), [*in_order(5), broken, spaced])
    assert comparison.equal, comparison.examples
    assert comparison.expected_rows == 6
