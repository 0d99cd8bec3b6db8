"""The page of the functions: every one with an example, and the value that the reference gives it."""

import json
from collections.abc import Iterable
from typing import Any

from streamgauge.cli.docs.markdown import code, page, table
from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.flow.expressions.aggregates import AGGREGATES, AggregateFunction
from streamgauge.flow.expressions.catalogue import FUNCTIONS, OPERATOR_NAMES, Function
from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.python import CASTS
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import LONG, SCALAR_NAMES, DataType

_HEADINGS = ("name", "example", "value", "type", "meaning")
_ANY_SCHEMA = Schema.of(x=LONG)  # the examples read no column
_SAMPLE = (3, None, 1, 3)


def functions_page() -> str:
    operators = [function for function in FUNCTIONS.values() if function.name in OPERATOR_NAMES]
    functions = [function for function in FUNCTIONS.values() if function.name not in OPERATOR_NAMES]
    sample = ", ".join(map(_value, _SAMPLE))
    return page(
        "Functions",
        "The list is closed. The values below are the reference's; every other engine must give the same. A function is null "
        "when any of its arguments is null, unless it is marked with \\*.",
        "## Operators",
        "They are written as in the example. Errors call them by name; a name cannot be called.",
        table(_HEADINGS, map(_row, operators)),
        "## Functions",
        table(_HEADINGS, map(_row, functions)),
        "## Casts",
        "`CAST(value AS type)`; types that are missing here are refused, because engines write such values differently. A type "
        "can always be cast to itself.",
        table(("from", *SCALAR_NAMES), _cast_rows()),
        "## Aggregates",
        f"Only in the measures of an aggregate. They pass over nulls. The examples are over `x` = {sample}.",
        table(_HEADINGS, map(_aggregate_row, AGGREGATES.values())),
    )


def _row(function: Function) -> tuple[str, ...]:
    expr = parse(function.example, _ANY_SCHEMA)
    literals = "".join(f"; argument {position + 1} must be written out" for position in function.literals)
    name = code(function.name) + (" \\*" if function.sees_nulls else "")
    return name, code(function.example), code(_value(compile_expr(expr)({}))), str(expr.type), function.meaning + literals


def _aggregate_row(function: AggregateFunction) -> tuple[str, ...]:
    further = {"top": (2,), "max_by": ("-x",), "min_by": ("-x",)}.get(function.name, ())
    state = function.empty()
    for value in _SAMPLE:
        arguments = [-value if each == "-x" else each for each in further] if value is not None else []
        state = state if value is None else function.step(state, value, *arguments)
    example = code(f"{function.name}({', '.join(['x', *map(str, further)])})")
    types = [LONG] * (1 + len(further))
    return code(function.name), example, code(_value(function.result(state))), str(function.signature(types)), function.meaning


def _cast_rows() -> Iterable[tuple[str, ...]]:
    for source in map(DataType, SCALAR_NAMES):
        yield str(source), *("yes" if (source, target) in CASTS else "" for target in map(DataType, SCALAR_NAMES))


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
