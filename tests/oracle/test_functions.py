"""Every function of the catalogue means in DuckDB what it means in Python: the table of the Spark tests, and more."""

from streamgauge.engines.oracle.answer import connect
from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.flow import Schema
from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.render import render
from tests.engines.test_functions_on_spark import EXPRESSIONS, ROWS, SCHEMA

MORE = [
    "substring(s, a, b)", "substring(s, 1, a)", "substring('stream', b, 2)", "substring('stream', 2, b)", "concat(s, t, s)",
    "concat(s)",
    "concat(s, null)", "a in (b, x)", "a <> x", "a >= x", "x in (a, 0)", "-x", "x / x", "a % -1", "coalesce(x, a)",
    "length(null)", "p < q",
    "upper(null)", "s like '%\n'", "split(s, ' ')", "trim(t)", "cast(null as double)", "null + a",
    "case when p then null else a end",
    "0.30000000000000004 = x", "x = 1e-320", "cast(cast(s as long) as string)", "abs(x - 1)", "not (p or q)", "s || null",
    "a is null = p",
]  # fmt: skip


def test_all_expressions_on_all_rows() -> None:
    rows, texts = ROWS, EXPRESSIONS + MORE
    typed = [parse(text, SCHEMA) for text in texts]
    with connect() as connection:
        connection.execute(f"CREATE TABLE t ({_declared(SCHEMA)})")
        connection.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(SCHEMA.names))})", rows)
        columns = ", ".join(f"{render(expr, DUCKDB)} AS e{number}" for number, expr in enumerate(typed))
        computed = connection.execute(f"SELECT {columns} FROM t").fetchall()
    different = []
    for row, got in zip(rows, computed, strict=True):
        values = dict(zip(SCHEMA.names, row, strict=True))
        for text, expr, value in zip(texts, typed, got, strict=True):
            expected = compile_expr(expr)(values)
            if expected != value or type(expected) is not type(value):
                different.append((text, values, expected, value))
    assert not different, "\n".join(map(str, different))


def _declared(schema: Schema) -> str:
    return ", ".join(f"{DUCKDB.identifier(name)} {DUCKDB.type_name(data_type)}" for name, data_type in schema)
