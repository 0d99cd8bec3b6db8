"""Which texts the input is asked for."""

import pytest

from streamgauge.engines.flink.wanted import wanted_texts
from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Emission,
    Filter,
    Flow,
    Schema,
    Select,
    Sink,
    Source,
    Step,
    Tumbling,
    Union,
    WireFormat,
)
from streamgauge.flow.json_form import from_json, to_json

EVENTS = Source(Schema.of(kind=STRING, other=STRING, value=LONG, at=LONG), WireFormat.JSON, event_time="at")


def kept(*predicates: str) -> Flow:
    """What passes each of these filters, in one."""
    branches: list[Step] = [Filter(EVENTS, each, name=f"kept {number}") for number, each in enumerate(predicates)]
    last = branches[0]
    for number, branch in enumerate(branches[1:]):
        last = Union(last, branch, name=f"both {number}")
    return Flow("kept", Sink(last))


@pytest.mark.parametrize(
    ("predicates", "wanted"),
    [
        (["kind = 'a'"], {"kind": ["a"]}),
        (["'a' = kind and value > 3"], {"kind": ["a"]}),
        (["value > 3 and (kind in ('a', 'b') and other = 'c')"], {"kind": ["a", "b"]}),
        (["kind = 'a'", "other = 'c' and kind in ('b', 'a')"], {"kind": ["a", "b"]}),
        (["kind = 'a'", "other = 'c'"], {}),
        (["kind = 'a'", "value > 3"], {}),
        (["kind = 'a' or value > 3"], {}),
        (["not kind = 'a'"], {}),
        (["kind <> 'a'"], {}),
        (["kind = other"], {}),
        (["kind in ('a', other)"], {}),
        (["value = 3"], {}),
    ],
)
def test_where_every_reader_begins_with_such_a_filter(predicates: list[str], wanted: dict[str, list[str]]) -> None:
    flow = kept(*predicates)
    assert wanted_texts(flow) == wanted
    assert wanted_texts(from_json(to_json(flow))) == wanted


def test_a_reader_without_a_filter_wants_all() -> None:
    whole = Union(Filter(EVENTS, "kind = 'a'"), EVENTS)
    assert wanted_texts(Flow("whole", Sink(whole))) == {}
    assert wanted_texts(Flow("later", Sink(Filter(Select(EVENTS, {"kind": "kind"}), "kind = 'a'")))) == {}


def test_where_rows_wait_for_time_all_records_tell_it() -> None:
    counted = Aggregate(Filter(EVENTS, "kind = 'a'"), ("kind",), {"n": "count(*)"}, Emission.FINAL, Tumbling(10_000))
    assert wanted_texts(Flow("final", Sink(counted))) == {}
