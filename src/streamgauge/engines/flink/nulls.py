"""Can a column be null? Flink must know of the columns by which rows replace each other."""

from collections.abc import Callable
from typing import Any

from streamgauge.flow import Aggregate, Explode, Fold, Join, Lookup, Miss, Select, Source, Step
from streamgauge.flow.expressions.tree import Call, Column, Expr, Literal
from streamgauge.flow.types import STRING

_MAY_MAKE_NULL = ("divide", "mod", "element", "xml_texts")
_SEE_NULLS: dict[str, Callable[[list[bool]], bool]] = {"coalesce": all, "is_null": lambda _: False}


def may_be_null(step: Step, name: str) -> bool:
    """Can column `name` be null in the rows that leave `step`? In doubt, yes."""
    match step:
        case Source():
            return name in step.optional
        case Select():
            return _is_nullable(dict(step.expressions)[name], step.upstream)
        case Explode() if name == step.into:
            return not (isinstance(step.expression, Call) and step.expression.function == "split")
        case Aggregate() | Join() | Fold():
            return True
        case Lookup() if name in step.added_columns:
            return step.miss is Miss.NULL or None in _added_values(step, name)
    return any(may_be_null(upstream, name) for upstream in step.upstreams)


def _added_values(step: Lookup, name: str) -> list[Any]:
    defaults = [dict(step.default)[name]] if step.miss is Miss.DEFAULT else []
    return [row[step.table.schema.names.index(name)] for row in step.table.rows] + defaults


def _is_nullable(expr: Expr, step: Step) -> bool:
    match expr:
        case Column(name):
            return may_be_null(step, name)
        case Literal(value):
            return value is None
        case Call("case", arguments):
            return any(_is_nullable(value, step) for value in (*arguments[1::2], arguments[-1]))
        case Call("cast", (argument,)):
            return argument.type == STRING or expr.type.name == "LONG" or _is_nullable(argument, step)
        case Call(function, arguments):
            are_nullable = [_is_nullable(argument, step) for argument in arguments]
            return function in _MAY_MAKE_NULL or _SEE_NULLS.get(function, any)(are_nullable)
