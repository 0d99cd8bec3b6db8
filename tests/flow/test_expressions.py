"""Expressions: what they mean in Python, and what is refused."""

import pytest

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING, Flaw, FlowError, Schema, array_of
from streamgauge.flow.expressions.catalogue import FUNCTIONS
from streamgauge.flow.expressions.parse import parse

SCHEMA = Schema.of(a=LONG, b=LONG, x=DOUBLE, s=STRING, p=BOOLEAN, words=array_of(STRING))
ROW = {"a": 7, "b": None, "x": 2.5, "s": "stream", "p": True, "words": ["a", "b"]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a + 1", 8),
        ("a + x", 9.5),
        ("a + b", None),
        ("a / 2", 3.5),
        ("a / 0", None),
        ("-a % 3", -1),
        ("a % 0", None),
        ("a between 7 and 8", True),
        ("a not in (1, 2)", True),
        ("a in (1, b)", None),
        ("b is null and not p", False),
        ("b > 1 or p", True),
        ("b > 1 and p", None),
        ("b is not null", False),
        ("case when b > 1 then 'x' when a > 1 then 'y' else 'z' end", "y"),
        ("case when a < 1 then 'x' end", None),
        ("coalesce(b, a)", 7),
        ("upper(s) || '!'", "STREAM!"),
        ("substring(s, 3, 2)", "re"),
        ("split(s, 'r')", ["st", "eam"]),
        ("split('a.b', '.')", ["a", "b"]),
        ("cardinality(words)", 2),
        ("s like 'str%m'", True),
        ("cast(x as long)", 2),
        ("cast('x1' as long)", None),
        ("cast(a as string)", "7"),
        ("cast(p as long)", 1),
        ("2 < 10 and '2' > '10'", True),
    ],
)
def test_value(text: str, value: object) -> None:
    assert compile_expr(parse(text, SCHEMA))(ROW) == value


@pytest.mark.parametrize(
    ("text", "flaw", "hint"),
    [
        ("aa + 1", Flaw.UNKNOWN_COLUMN, "'a'"),
        ("lenght(s)", Flaw.UNKNOWN_FUNCTION, "'length'"),
        ("add(a, b)", Flaw.UNKNOWN_FUNCTION, ""),
        ("length(a)", Flaw.WRONG_ARGUMENTS, "length"),
        ("length(s, s)", Flaw.WRONG_ARGUMENTS, "length"),
        ("a = s", Flaw.WRONG_ARGUMENTS, "eq"),
        ("s + 1", Flaw.WRONG_ARGUMENTS, "add"),
        ("p and a", Flaw.WRONG_ARGUMENTS, "and"),
        ("split(s, s)", Flaw.WRONG_ARGUMENTS, ""),
        ("split(s, '')", Flaw.WRONG_ARGUMENTS, ""),
        ("cast(x as string)", Flaw.WRONG_ARGUMENTS, "differently"),
        ("cast(a as money)", Flaw.UNKNOWN_TYPE, ""),
        ("case when a then 1 end", Flaw.WRONG_ARGUMENTS, "case"),
        ("99999999999999999999", Flaw.WRONG_ARGUMENTS, "decimal point"),
        ("a +", Flaw.NOT_SQL, "SQL"),
        ("a ~~ $ '", Flaw.NOT_SQL, ""),
        ("t.a", Flaw.NOT_IN_LANGUAGE, "write a"),
        ("select 1", Flaw.NOT_IN_LANGUAGE, ""),
        ("a; b", Flaw.NOT_IN_LANGUAGE, ""),
        ("words[0]", Flaw.NOT_IN_LANGUAGE, ""),
        ("a is true", Flaw.NOT_IN_LANGUAGE, "="),
        ("case a when 1 then 2 end", Flaw.NOT_IN_LANGUAGE, "WHEN"),
    ],
)
def test_refused(text: str, flaw: Flaw, hint: str) -> None:
    with pytest.raises(FlowError) as refused:
        parse(text, SCHEMA)
    assert refused.value.flaw is flaw
    assert hint in refused.value.fix


def test_leaving_64_bits_is_an_error_and_not_another_number() -> None:
    with pytest.raises(OverflowError):
        compile_expr(parse("9223372036854775807 + a", SCHEMA))(ROW)


def test_a_guard_keeps_an_error_away() -> None:
    guarded = parse("case when a < 0 then 9223372036854775807 + a else 0 end", SCHEMA)
    assert compile_expr(guarded)(ROW) == 0


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_has_an_example_that_works(name: str) -> None:
    assert compile_expr(parse(FUNCTIONS[name].example, SCHEMA))({}) is not None
