"""Where the reference and the oracle once disagreed: what the language says, one test a case."""

import json
from typing import Any

import pytest

from streamgauge.engines.oracle import answer_by_duckdb
from streamgauge.engines.reference import evaluate
from streamgauge.errors import DataError
from streamgauge.flow import (
    DOUBLE,
    LONG,
    STRING,
    Aggregate,
    Dedup,
    Emission,
    Explode,
    Filter,
    Flaw,
    Flow,
    FlowError,
    Identification,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Schema,
    Select,
    Session,
    Sink,
    Source,
    Step,
    Table,
    Tumbling,
    Union,
    WireFormat,
)
from tests.flow.flows import lines

from .agree import assert_agree


def events(delay_ms: int = 0) -> Source:
    schema = Schema.of(k=STRING, n=LONG, x=DOUBLE, at=LONG)
    return Source(schema, WireFormat.JSON, "at", delay_ms, optional=("n", "x"))


def written(*rows: tuple[str, int], **fields: Any) -> list[bytes]:
    return [json.dumps({"k": key, "at": at} | fields).encode() for key, at in rows]


def windowed() -> Step:
    return Aggregate(events(), ("k",), {"best": "top(k, 2)", "n": "count(*)"}, Emission.FINAL, Tumbling(10))


@pytest.mark.parametrize("rows", [(("a", 0), ("b", 10), ("a", 10)), (("a", 0), ("a", 10), ("b", 10))], ids=["closed", "open"])
def test_a_record_exactly_at_the_end_joins_its_session_in_any_order(rows: tuple[tuple[str, int], ...]) -> None:
    flow = Flow("sessions", Sink(Aggregate(events(), ("k",), {"n": "count(*)"}, Emission.FINAL, Session(10))))
    assert assert_agree(flow, written(*rows)).rows == {("a", 0, 20): (2,), ("b", 10, 20): (1,)}


def test_null_is_no_key_of_a_table() -> None:
    table = Table(Schema.of(id=LONG, name=STRING), ((None, "none"), (1, "one")))
    flow = Flow("found", Sink(Lookup(events(), "n", table, Miss.DROP)))
    assert len(assert_agree(flow, written(("a", 0)) + written(("a", 0), n=1))) == 1


def test_a_long_is_compared_with_a_double_as_a_double() -> None:
    flow = Flow("compared", Sink(Select(events(), {"same": "n = x", "among": "n in (1, x)", "less": "n < x"})))
    answer = assert_agree(flow, written(("a", 0), n=2**53 + 1, x=2.0**53))
    assert list(answer.rows.values()) == [(True, True, False)]


@pytest.mark.parametrize(
    "step",
    [
        Explode(windowed(), "best", into="one"),
        Repartition(Dedup(events(), ("k",)), RepartitionKind.BROADCAST, 2),
    ],
    ids=["explode", "broadcast"],
)
def test_rows_that_were_multiplied_have_no_identity(step: Step) -> None:
    flow = Flow("several", Sink(step))
    assert flow.identification is Identification.MULTISET
    assert_agree(flow, written(("a", 0), ("a", 1), ("b", 2)))


def test_the_time_of_the_first_of_equal_rows_is_not_the_answer() -> None:
    with pytest.raises(FlowError) as refused:
        Aggregate(Dedup(events(), ("k",)), ("k",), {"n": "count(*)"}, Emission.FINAL, Tumbling(10))
    assert refused.value.flaw is Flaw.NO_EVENT_TIME


def test_arrays_are_not_counted_as_distinct() -> None:
    with pytest.raises(FlowError) as refused:
        Aggregate(events(), (), {"n": "count_distinct(split(k, 'a'))"})
    assert refused.value.flaw is Flaw.WRONG_ARGUMENTS


def test_a_literal_beyond_every_double_is_refused() -> None:
    with pytest.raises(FlowError) as refused:
        Select(events(), {"huge": "1e999"})
    assert refused.value.flaw is Flaw.WRONG_ARGUMENTS


def test_a_filter_keeps_an_error_away_from_the_next() -> None:
    guarded = Filter(Filter(events(), "n < 0", name="guard"), "9223372036854775807 + n > 5", name="guarded")
    assert len(assert_agree(Flow("guarded", Sink(guarded)), written(("a", 0), n=7) + written(("b", 1), n=-7))) == 1


def test_leaving_64_bits_is_an_error() -> None:
    flow = Flow("large", Sink(Select(events(), {"m": "9223372036854775807 + n"})))
    with pytest.raises(DataError, match="there is no answer"):
        answer_by_duckdb(flow, written(("a", 0), n=7))
    with pytest.raises(DataError) as told:
        evaluate(flow, written(("a", 0), n=0) + written(("a", 0), n=7))
    assert told.value.where == "event 1"


def test_what_is_no_xml_is_an_error() -> None:
    flow = Flow("texts", Sink(Select(lines(), {"texts": "xml_texts(line, '/a')"})))
    for answer in (evaluate, answer_by_duckdb):
        with pytest.raises(DataError, match="there is no answer"):
            answer(flow, [b"<a/>", b"no xml"])


def test_a_filter_that_nothing_passes_between_two_lookups() -> None:
    """DuckDB 2.0.0 loses such a filter when some, not all, of its optimizers are switched off."""
    table = Table(Schema.of(id=LONG), ((1,), (2,)))
    nothing = Filter(Lookup(events(), "n", table, Miss.NULL, name="before"), "cast(null as boolean)")
    behind = Lookup(nothing, "n", table, Miss.DROP, name="behind")
    copies = Repartition(behind, RepartitionKind.BROADCAST, 3)
    kept = [Select(side, {"k": "k"}, name=name) for side, name in ((behind, "one"), (copies, "three"))]
    flow = Flow("nothing", Sink(Aggregate(Union(*kept), (), {"m": "count_distinct(1)", "n": "count_distinct(2)"})))
    assert len(assert_agree(flow, written(("a", 0), ("b", 1), n=1))) == 0
