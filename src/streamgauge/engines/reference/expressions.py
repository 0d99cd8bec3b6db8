"""Expressions as Python functions of a row."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from streamgauge.flow.expressions.catalogue import FUNCTIONS
from streamgauge.flow.expressions.python import cast
from streamgauge.flow.expressions.tree import Call, Column, Expr, Literal

Evaluate: TypeAlias = Callable[[Mapping[str, Any]], Any]


def compile_expr(expr: Expr) -> Evaluate:
    """A function that computes `expr` from a row."""
    match expr:
        case Column(name):
            return lambda row: row[name]
        case Literal(value):
            return lambda _: value
        case Call("cast", (argument,), target):
            inner, source = compile_expr(argument), argument.type
            return lambda row: cast(inner(row), source, target)
        case Call("case", arguments):
            return _lazy_case([compile_expr(argument) for argument in arguments])
        case Call():
            return _strict(expr)


def _strict(call: Call) -> Evaluate:
    function = FUNCTIONS[call.function]
    arguments = [compile_expr(argument) for argument in call.arguments]
    apply = function.python
    if function.sees_nulls:
        return lambda row: apply(*[argument(row) for argument in arguments])

    def null_if_any_is_null(row: Mapping[str, Any]) -> Any:
        values = [argument(row) for argument in arguments]
        return None if None in values else apply(*values)

    return null_if_any_is_null


def _lazy_case(parts: list[Evaluate]) -> Evaluate:
    """Only the branch that is taken is computed, so that a guard keeps an error away."""
    branches, default = list(zip(parts[:-1:2], parts[1::2], strict=True)), parts[-1]

    def first_true(row: Mapping[str, Any]) -> Any:
        for condition, value in branches:
            if condition(row) is True:
                return value(row)
        return default(row)

    return first_true
