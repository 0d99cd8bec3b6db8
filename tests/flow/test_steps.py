"""Steps refuse nonsense, with the step, the reason and the nearest right name."""

from collections.abc import Callable
from typing import Any

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.flow import (
    BOOLEAN,
    DOUBLE,
    LONG,
    STRING,
    Aggregate,
    Count,
    Emission,
    Explode,
    Filter,
    Flaw,
    Flow,
    FlowError,
    Fold,
    Join,
    JoinKind,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Schema,
    Select,
    Sink,
    Source,
    Step,
    Table,
    Union,
    WireFormat,
    array_of,
)

from .flows import lines


def readings(*partition_by: str) -> Source:
    return Source(Schema.of(key=STRING, site=STRING, value=LONG), WireFormat.JSON, partition_by=partition_by)


def folded(step: Step, *keys: str) -> Fold:
    return Fold(step, keys, "change", {"value": "value"})


def last_three(step: Step, *keys: str) -> Aggregate:
    return Aggregate(step, keys, {"n": "count(*)"}, Emission.INSERT, Count(3, 1))


def retained(left: str, right: str, **renamed: str) -> Join:
    source = readings("key")
    other = Select(source, {"key2": "key", "site2": "site"} | renamed, name="other")
    return Join(source, other, ((left, right),), JoinKind.RETAINED)


def counts() -> Aggregate:
    return Aggregate(lines(), ("line",), {"count": "count(*)"}, name="counts")


def looked_up(*row: Any, **default: Any) -> Lookup:
    schema = Schema.of(key=STRING, size=LONG, share=DOUBLE, is_old=BOOLEAN)
    return Lookup(lines(), "line", Table(schema, (row,)), Miss.DEFAULT if default else Miss.NULL, default)


def renamed_counts() -> Select:
    """A column of it may go back to null."""
    return Select(counts(), {"line": "line", "n": "case when count < 3 then count end"})


@pytest.mark.parametrize(
    ("make", "flaw", "said"),
    [
        (lambda: Filter(lines(), "contains(lien, 'x')", name="errors"), Flaw.UNKNOWN_COLUMN, ("'errors'", "'line'")),
        (lambda: Filter(lines(), "length(line)"), Flaw.PREDICATE_NOT_BOOLEAN, ("LONG",)),
        (lambda: Filter(lines(), "length(line"), Flaw.NOT_SQL, ("'filter'",)),
        (lambda: Explode(lines(), "line", into="word"), Flaw.NOT_AN_ARRAY, ("STRING", "split")),
        (lambda: Explode(lines(), "split(line, ' ')", into="line"), Flaw.DUPLICATE_NAME, ("'line'",)),
        (lambda: Select(lines(), {"n": "null"}), Flaw.WRONG_ARGUMENTS, ("cast(null",)),
        (lambda: Select(lines(), {"n": "count(*)"}), Flaw.UNKNOWN_FUNCTION, ("measures",)),
        (lambda: Select(lines(), {}), Flaw.NO_COLUMNS, ("'select'",)),
        (lambda: Select(lines(), {"_t": "line"}), Flaw.BAD_NAME, ("'_t'", "reserved")),
        (lambda: Select(lines(), {"a": "line", "A": "line"}), Flaw.DUPLICATE_NAME, ("'A'",)),
        (lambda: Aggregate(lines(), ("lyne",), {"n": "count(*)"}), Flaw.UNKNOWN_COLUMN, ("'line'",)),
        (lambda: Aggregate(lines(), ("line",), {"n": "cuont(*)"}), Flaw.NOT_AN_AGGREGATE, ("'count'",)),
        (lambda: Aggregate(lines(), ("line",), {"n": "1 + count(*)"}), Flaw.NOT_AN_AGGREGATE, ("1 + count(*)",)),
        (lambda: Aggregate(lines(), ("line",), {"n": "sum(line)"}), Flaw.WRONG_ARGUMENTS, ("sum(STRING)",)),
        (lambda: Aggregate(lines(), ("line",), {"n": "sum(size)"}), Flaw.UNKNOWN_COLUMN, ("'size'",)),
        (lambda: Aggregate(lines(), ("line",), {"n": "count(*)"}, Emission.FINAL), Flaw.FINAL_NEVER_COMES, ("'update'",)),
        (lambda: Aggregate(counts(), ("count",), {"n": "count(*)"}), Flaw.STATE_AFTER_UPDATES, ("'counts'",)),
        (lambda: Filter(counts(), "count > 3"), Flaw.UPDATES_FILTERED, ("'count'",)),
        (lambda: Filter(counts(), "count is null"), Flaw.UPDATES_FILTERED, ("'count'",)),
        (lambda: Filter(counts(), "count is not null or count > 3"), Flaw.UPDATES_FILTERED, ("'count'",)),
        (lambda: Filter(renamed_counts(), "n is not null"), Flaw.UPDATES_FILTERED, ("'n'",)),
        (lambda: Explode(counts(), "split(line, ' ')", into="w"), Flaw.UPDATES_FILTERED, ("'counts'",)),
        (lambda: Select(counts(), {"count": "count"}), Flaw.IDENTITY_LOST, ("'line'",)),
        (lambda: Sink(counts(), identity=("count",)), Flaw.IDENTITY_NOT_KEYS, ("line",)),
        (lambda: Sink(lines(), identity=("lines",)), Flaw.UNKNOWN_COLUMN, ("'line'",)),
        (lambda: Source(Schema.of(a=STRING, b=STRING)), Flaw.WRONG_ARGUMENTS, ("one STRING",)),
        (lambda: Source(Schema.of(a=LONG)), Flaw.WRONG_ARGUMENTS, ("one STRING",)),
        (lambda: Schema(()), Flaw.NO_COLUMNS, ()),
        (lambda: readings("kye"), Flaw.UNKNOWN_COLUMN, ("'key'",)),
        (lambda: folded(readings(), "key"), Flaw.ORDER_LOST, ("'fold'", "partition_by")),
        (lambda: folded(readings("key"), "site"), Flaw.ORDER_LOST, ("'key'", "is no key")),
        (lambda: last_three(readings("key"), "site"), Flaw.ORDER_LOST, ("'aggregate'", "'key'")),
        (lambda: last_three(readings(), "key"), Flaw.ORDER_LOST, ("partition_by",)),
        (lambda: folded(Select(readings("key"), {"key": "upper(key)", "value": "value"}), "key"), Flaw.ORDER_LOST, ("'select'",)),
        (
            lambda: folded(Repartition(readings("key"), RepartitionKind.ROUND_ROBIN, 2), "key"),
            Flaw.ORDER_LOST,
            ("'repartition'",),
        ),
        (
            lambda: folded(Repartition(readings("key"), RepartitionKind.HASH, 2, ("site",)), "key"),
            Flaw.ORDER_LOST,
            ("'site'",),
        ),
        (lambda: retained("site", "site2"), Flaw.ORDER_LOST, ("'key'",)),
        (lambda: retained("key", "key2", key2="upper(key)"), Flaw.ORDER_LOST, ("'other'",)),
        (lambda: Fold(readings("key"), ("key",), "chnage", {"value": "value"}), Flaw.UNKNOWN_KERNEL, ("'change'",)),
        (lambda: Fold(readings("key"), ("key",), "change", {"vlaue": "value"}), Flaw.WRONG_ARGUMENTS, ("'value'",)),
        (lambda: Fold(readings("key"), ("key",), "change", {}), Flaw.WRONG_ARGUMENTS, ("lacks 'value'",)),
        (lambda: Fold(readings("key"), ("key",), "change", {"value": "site"}), Flaw.WRONG_ARGUMENTS, ("STRING", "LONG")),
        (
            lambda: Fold(readings("key"), ("key",), "smooth", {"value": "value"}, {"alhpa": 1}),
            Flaw.WRONG_ARGUMENTS,
            ("'alpha'",),
        ),
        (lambda: Fold(readings("key"), ("key",), "smooth", {"value": "value"}, {"alpha": 2}), Flaw.WRONG_ARGUMENTS, ("0 to 1",)),
        (lambda: Source(Schema.of(a=array_of(STRING)), WireFormat.JSON), Flaw.WRONG_ARGUMENTS, ("'a'", "ARRAY<STRING>")),
        (lambda: looked_up("k", 1, 0.5), Flaw.BAD_TABLE, ("4 values",)),
        (lambda: looked_up("k", True, 0.5, True), Flaw.BAD_TABLE, ("'size'", "LONG")),
        (lambda: looked_up("k", 2**63, 0.5, True), Flaw.BAD_TABLE, ("'size'", "LONG")),
        (lambda: looked_up("k", 1, float("nan"), True), Flaw.BAD_TABLE, ("'share'", "DOUBLE")),
        (lambda: looked_up("k", 1, 0.5, 1), Flaw.BAD_TABLE, ("'is_old'", "BOOLEAN")),
        (lambda: looked_up(1, 1, 0.5, True), Flaw.BAD_TABLE, ("'key'", "STRING")),
        (lambda: looked_up("k", 1, 0.5, True, size="1", share=0.5, is_old=True), Flaw.BAD_TABLE, ("'lookup'", "'size'")),
        (lambda: Count(2, 3), Flaw.BAD_WINDOW, ("slide 3",)),
        (lambda: Count(0, 1), Flaw.BAD_WINDOW, ("size is 0",)),
        (lambda: Flow("twice", Sink(Filter(Filter(lines(), "true"), "true"))), Flaw.DUPLICATE_NAME, ("'filter'", "name=")),
    ],
)
def test_refused(make: Callable[[], object], flaw: Flaw, said: tuple[str, ...]) -> None:
    with pytest.raises(FlowError) as refused:
        make()
    assert refused.value.flaw is flaw
    assert all(word in str(refused.value) for word in said), str(refused.value)


def test_a_double_is_no_key() -> None:
    sizes = Select(lines(), {"size": "length(line) / 2"})
    assert sizes.schema.type_of("size") == DOUBLE
    with pytest.raises(FlowError) as refused:
        Aggregate(sizes, ("size",), {"n": "count(*)"})
    assert refused.value.flaw is Flaw.KEY_NOT_COMPARABLE


def test_keys_keep_their_identity_under_another_name() -> None:
    renamed = Select(counts(), {"text": "line", "n": "count"})
    assert Sink(renamed).identity == ("text",)


def test_a_column_that_is_selected_twice_counts_under_its_own_name_or_the_first() -> None:
    assert Sink(Select(counts(), {"first": "line", "line": "line", "last": "line", "n": "count"})).identity == ("line",)
    assert Sink(Select(counts(), {"first": "line", "last": "line", "n": "count"})).identity == ("first",)


def test_a_whole_number_becomes_the_double_that_is_wanted() -> None:
    found = looked_up("k", 1, 2, None, size=1, share=3, is_old=None)
    assert [type(value) for value in (found.table.rows[0][2], found.default_values[1])] == [float, float]
    smoothed = Fold(readings("key"), ("key",), "smooth", {"value": "value"})
    answer = evaluate(Flow("f", Sink(smoothed)), [b'{"key":"a","site":"b","value":2}'])
    assert {type(value) for value in next(iter(answer.rows.values()))} == {float}


def test_updated_rows_may_be_filtered_by_their_keys() -> None:
    kept = Filter(counts(), "line <> ''")
    assert kept.updates_by == ("line",)


def test_updated_rows_may_be_held_back_until_their_measures_are_there() -> None:
    whole = Filter(counts(), "count is not null and line is not null")
    assert whole.updates_by == ("line",)


@pytest.mark.parametrize(("step", "emission"), [(lines(), Emission.INSERT), (counts(), Emission.UPDATE)])
def test_emission_follows_from_the_steps(step: Step, emission: Emission) -> None:
    assert Flow("f", Sink(step)).emission is emission


@pytest.mark.parametrize(
    ("step", "order_by"),
    [
        (readings("key"), ("key",)),
        (Select(Filter(readings("key", "site"), "value > 0"), {"s": "site", "k": "key"}), ("k", "s")),
        (Repartition(readings("key"), RepartitionKind.HASH, 2, ("site",)), ("key", "site")),
        (Union(Filter(readings("key"), "value > 0", name="a"), Filter(readings("key"), "value < 0", name="b")), None),
        (folded(readings("key"), "key", "site"), ("key", "site")),
        (last_three(folded(readings("key"), "key"), "key"), ("key",)),
        (retained("key", "key2"), ("key",)),
        (readings(), None),
        (Aggregate(readings("key"), ("key",), {"n": "count(*)"}), None),
    ],
)
def test_order_is_kept_by_the_columns_that_spread_the_rows(step: Step, order_by: tuple[str, ...] | None) -> None:
    assert step.order_by == order_by


@pytest.mark.parametrize(
    ("bounds", "later_side"),
    [
        ({"before_ms": 5}, 0),
        ({"after_ms": 5}, 1),
        ({}, 0),
        ({"before_ms": 5, "after_ms": 5}, None),
        ({"before_ms": 5, "outer": True}, None),
    ],
    ids=str,
)
def test_pairs_have_the_time_of_the_side_that_is_never_earlier(bounds: dict[str, Any], later_side: int | None) -> None:
    source = Source(Schema.of(key=STRING, at=LONG), WireFormat.JSON, event_time="at")
    other = Select(source, {"id": "key"}, name="other")
    join = Join(source, other, (("key", "id"),), JoinKind.INTERVAL, **bounds)
    assert (join.later_side, join.has_event_time) == (later_side, later_side is not None)
