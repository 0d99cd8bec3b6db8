"""Steps refuse nonsense, with the step, the reason and the nearest right name."""

from collections.abc import Callable

import pytest

from streamgauge.flow import (
    DOUBLE,
    LONG,
    STRING,
    Aggregate,
    Emission,
    Explode,
    Filter,
    Flaw,
    Flow,
    FlowError,
    Schema,
    Select,
    Sink,
    Source,
    Step,
)

from .flows import lines


def counts() -> Aggregate:
    return Aggregate(lines(), ("line",), {"count": "count(*)"}, name="counts")


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
        (lambda: Explode(counts(), "split(line, ' ')", into="w"), Flaw.UPDATES_FILTERED, ("'counts'",)),
        (lambda: Select(counts(), {"count": "count"}), Flaw.IDENTITY_LOST, ("'line'",)),
        (lambda: Sink(counts(), identity=("count",)), Flaw.IDENTITY_NOT_KEYS, ("line",)),
        (lambda: Sink(lines(), identity=("lines",)), Flaw.UNKNOWN_COLUMN, ("'line'",)),
        (lambda: Source(Schema.of(a=STRING, b=STRING)), Flaw.WRONG_ARGUMENTS, ("one STRING",)),
        (lambda: Source(Schema.of(a=LONG)), Flaw.WRONG_ARGUMENTS, ("one STRING",)),
        (lambda: Schema(()), Flaw.NO_COLUMNS, ()),
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


def test_updated_rows_may_be_filtered_by_their_keys() -> None:
    kept = Filter(counts(), "line <> ''")
    assert kept.updates_by == ("line",)


@pytest.mark.parametrize(("step", "emission"), [(lines(), Emission.INSERT), (counts(), Emission.UPDATE)])
def test_emission_follows_from_the_steps(step: Step, emission: Emission) -> None:
    assert Flow("f", Sink(step)).emission is emission
