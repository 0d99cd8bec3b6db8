"""Columns packed into one text come out as they went in, and are ordered by their numbers."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.flow import LONG, STRING, Schema
from streamgauge.flow.expressions.parse import parse
from streamgauge.workloads.nexmark.packed import LARGEST, Packed

PACKED = Packed(numbers=("a", "b"), texts=("s", "t", "u"))
COLUMNS = Schema.of(a=LONG, b=LONG, s=STRING, t=STRING, u=STRING)

NUMBERS = st.integers(0, LARGEST)
TEXTS = st.none() | st.text()
ROWS = st.fixed_dictionaries({"a": NUMBERS, "b": NUMBERS, "s": TEXTS, "t": TEXTS, "u": TEXTS})

_pack = compile_expr(parse(PACKED.packed, COLUMNS))
_unpack = {name: compile_expr(parse(text, Schema.of(row=STRING))) for name, text in PACKED.unpacked("row").items()}


@given(ROWS)
def test_a_row_comes_out_as_it_went_in(row: dict[str, Any]) -> None:
    packed = _pack(row)
    assert {name: unpack({"row": packed}) for name, unpack in _unpack.items()} == row


@given(ROWS, ROWS)
def test_rows_are_ordered_by_their_numbers(one: dict[str, Any], other: dict[str, Any]) -> None:
    def numbers(row: dict[str, Any]) -> tuple[int, int]:
        return row["a"], row["b"]

    if numbers(one) != numbers(other):
        assert (_pack(one) < _pack(other)) == (numbers(one) < numbers(other))


@given(st.none() | st.integers(-(2**63), 2**63 - 1))
def test_what_cannot_be_packed_is_told_apart(number: int | None) -> None:
    is_there = compile_expr(parse(PACKED.are_there, COLUMNS))({"a": number, "b": 0})
    assert (is_there is True) == (number is not None and 0 <= number <= LARGEST)
