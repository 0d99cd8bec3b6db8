"""Every function of the catalogue means on Spark what it means in Python."""

from typing import Any

import pytest

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.engine import SparkSessionOfOurs
from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING, Schema
from streamgauge.flow.expressions.catalogue import FUNCTIONS
from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.render import render

from .opened import OpenEngine

SCHEMA = Schema.of(a=LONG, b=LONG, x=DOUBLE, s=STRING, t=STRING, p=BOOLEAN, q=BOOLEAN)

ROWS: list[tuple[Any, ...]] = [
    (7, 3, 2.5, "stream", "tre", True, False),
    (-7, 3, -2.5, "a.b|c\\d", ".", False, None),
    (7, -3, 0.0, "", "", None, None),
    (0, 0, 1e300, "it's 100%_ok", "%", None, True),
    (None, None, None, None, None, None, None),
    (2**63 - 1, 1, 9.3e18, " 12 ", "12", True, True),
    (-(2**63), 2, -0.5, "héron 🐦", "é", False, True),
    (12, 12, 12.0, "12", "1e3", True, False),
    (5, 4, 0.1, "-00012", "+7", False, False),
    (5, 4, 0.1, "1_000", "٣", False, False),
    (2**63 - 1, -(2**63), 9.223372036854775807e18, "Straße ΑΣ İŉ", "\t+.5e3\n", True, False),
    (-(2**63), -1, -0.0, "1e999", "0x1F", False, True),
    (3, None, 1e-320, "x\0y", "-0", None, True),
    (0, 2**62, 0.30000000000000004, "5.", ".", True, None),
    (1, 1, -(2.0**63), "NaN", "inf", True, True),
    (1, 1, -(2.0**63) * 1.5, "Infinity", "1d", True, True),
    (1, 1, 1.0, "0x1p3", "\x7f 1.5\x1f", True, True),
]

EXPRESSIONS = [
    *(function.example for function in FUNCTIONS.values()),
    "a / b", "x / a", "a % b", "abs(x)", "a = x", "a < x", "s < t", "s = t", "p = q", "p and q", "p or q", "not p",
    "a in (b, 7)", "s in (t, 'stream')", "s is null", "a between b and 10", "coalesce(a, b, 0)",
    "case when p then s when q then t else 'none' end", "case when a > 5 then 1 else 2.5 end",
    "length(s)", "upper(t)", "lower(s)", "trim(s)", "s || t", "substring(s, 2, 3)", "substring(s, 0, 2)", "substring(s, b, 2)",
    "substring(s, a, a)", "substring(s, 2, a)", "element(split(s, 't'), b)", "element(split(s, 't'), a)",
    "replace(s, 't', 'tt')", "contains(s, t)", "starts_with(s, t)", "ends_with(s, t)",
    "s like '%\\\\%'", "s like '%100%'", "s like '_t%'", "s like '%.%'", "s like '%''%'",
    "split(s, '.')", "split(s, '|')", "split(s, '\\\\')", "split(s, 'ea')", "split(s, ' ')", "cardinality(split(s, 't'))",
    "cast(s as long)", "cast(t as long)", "cast(s as double)", "cast(t as double)", "cast(x as long)", "cast(a as double)",
    "cast(a as string)", "cast(p as string)", "cast(p as long)", "a > 1.5", "x * 2 - 1",
    "xml_texts('<a>x<b>1</b> y<b><c>2</c></b></a>', '/a')", "xml_texts('<a>x<b>1</b><b><c>2</c></b></a>', '/a/b/c')",
    "xml_texts(case when p then '<a k=\"v\"><b>&amp;</b></a>' else '<c/>' end, '/a/b')", "xml_texts('<a/>', '/b')",
    "xml_texts(case when p then '<a>1</a>' end, '/a')",
]  # fmt: skip


@pytest.mark.parametrize("open_engine", ["spark-microbatch"], indirect=True)
def test_all_expressions_on_all_rows(open_engine: OpenEngine) -> None:
    assert isinstance(open_engine.session, SparkSessionOfOurs)
    rows = open_engine.session.spark.createDataFrame(ROWS, "a LONG, b LONG, x DOUBLE, s STRING, t STRING, p BOOLEAN, q BOOLEAN")
    typed = [parse(text, SCHEMA) for text in EXPRESSIONS]
    computed = rows.selectExpr(*(f"{render(expr, SPARK)} AS e{number}" for number, expr in enumerate(typed))).collect()
    different = []
    for row, got in zip(ROWS, computed, strict=True):
        values = dict(zip(SCHEMA.names, row, strict=True))
        for number, expr in enumerate(typed):
            expected = compile_expr(expr)(values)
            if expected != got[number] or type(expected) is not type(got[number]):
                different.append((EXPRESSIONS[number], values, expected, got[number]))
    assert not different, "\n".join(map(str, different))
