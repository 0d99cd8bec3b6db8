"""Whether a column may be null, as far as a flow tells."""

import pytest

from streamgauge.engines.flink.nulls import may_be_null
from streamgauge.flow import LONG, STRING, Explode, Filter, Lookup, Miss, Schema, Select, Source, Step, Table, WireFormat

SOURCE = Source(Schema.of(key=STRING, value=LONG, other=STRING), WireFormat.JSON, optional=("other",))
TABLE = Table(Schema.of(id=STRING, colour=STRING, weight=LONG), (("a", "red", 1), ("b", "blue", None)))


def selected(text: str) -> Step:
    return Filter(Select(SOURCE, {"x": text}), "x is null or x = x")


@pytest.mark.parametrize(
    ("text", "is_nullable"),
    [
        ("key", False),
        ("other", True),
        ("key || 'x'", False),
        ("key || other", True),
        ("coalesce(other, key)", False),
        ("coalesce(other, null, other)", True),
        ("other is null", False),
        ("value + 1", False),
        ("value / 2", True),
        ("value % 2", True),
        ("cast(key as long)", True),
        ("cast(value as string)", False),
        ("case when value > 1 then key else 'none' end", False),
        ("case when value > 1 then key end", True),
        ("case when other is null then 'a' else key end", False),
        ("element(split(key, ' '), 1)", True),
    ],
)
def test_expressions(text: str, is_nullable: bool) -> None:
    assert may_be_null(selected(text), "x") is is_nullable


def test_what_comes_from_a_table() -> None:
    def looked_up(miss: Miss, **default: object) -> Step:
        return Lookup(SOURCE, "key", TABLE, miss, default)

    assert not may_be_null(looked_up(Miss.DROP), "colour")
    assert may_be_null(looked_up(Miss.DROP), "weight")
    assert may_be_null(looked_up(Miss.NULL), "colour")
    assert not may_be_null(looked_up(Miss.DEFAULT, colour="none", weight=0), "colour")
    assert not may_be_null(looked_up(Miss.NULL), "key")


def test_the_parts_of_a_text_are_there() -> None:
    assert not may_be_null(Explode(SOURCE, "split(key, ' ')", into="word"), "word")
