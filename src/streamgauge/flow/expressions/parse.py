"""Reads SQL text into the typed tree, against a schema and the closed catalogue.

sqlglot does the reading; its own function classes are switched off, so that every function name arrives as written and
only the catalogue decides what exists.
"""

import math
import re
from functools import cache
from typing import Any, NamedTuple

from streamgauge.flow.expressions.aggregates import AGGREGATES
from streamgauge.flow.expressions.catalogue import FUNCTIONS, OPERATOR_NAMES
from streamgauge.flow.expressions.python import CASTS
from streamgauge.flow.expressions.tree import Call, Column, Expr, Literal
from streamgauge.flow.flaws import Flaw, FlowError, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.types import BOOLEAN, DOUBLE, LONG, NULL, STRING, DataType, common_type

_BINARY = {
    "Add": "add", "Sub": "subtract", "Mul": "multiply", "Div": "divide", "Mod": "mod", "EQ": "eq", "NEQ": "ne", "LT": "lt",
    "LTE": "le", "GT": "gt", "GTE": "ge", "And": "and", "Or": "or", "DPipe": "concat", "Like": "like",
}  # fmt: skip

_COMPARISONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "in"))  # of a LONG with a DOUBLE: both as DOUBLE


class Measure(NamedTuple):
    """One aggregate function over expressions; none means count(*)."""

    function: str
    arguments: tuple[Expr, ...]
    type: DataType


def parse(text: str, schema: Schema) -> Expr:
    """The typed tree of a scalar expression.

    >>> parse("length(word) > 3", Schema.of(word=STRING)).type.name
    'BOOLEAN'
    """
    return _Typer(schema).expr(_read(text))


def parse_measure(text: str, schema: Schema) -> Measure:
    """The typed form of an aggregate such as `count(*)` or `max(price * 2)`."""
    node = _read(text)
    name = str(node.this).lower() if type(node).__name__ == "Anonymous" else ""
    if name not in AGGREGATES:
        raise FlowError(Flaw.NOT_AN_AGGREGATE, repr(text), fix=nearest(name, AGGREGATES))
    arguments = node.expressions
    if name == "count" and len(arguments) == 1 and type(arguments[0]).__name__ == "Star":
        return Measure("count", (), LONG)
    typed = [_Typer(schema).expr(argument) for argument in arguments]
    for position in AGGREGATES[name].literals:
        if len(typed) > position and not isinstance(typed[position], Literal):
            raise FlowError(
                Flaw.WRONG_ARGUMENTS, f"argument {position + 1} of {name} must be written out", fix=AGGREGATES[name].meaning
            )
    result = AGGREGATES[name].signature([each.type for each in typed])
    if result is None:
        raise FlowError(Flaw.WRONG_ARGUMENTS, f"{name}({_types(typed)})", fix=AGGREGATES[name].meaning)
    return Measure(name, tuple(typed), result)


def _read(text: str) -> Any:
    import sqlglot

    try:
        return sqlglot.parse_one(text, dialect=_reader())
    except sqlglot.errors.SqlglotError as error:
        details = getattr(error, "errors", None)
        reason = details[0]["description"] if details else "it has an unknown sign"
        raise FlowError(Flaw.NOT_SQL, f"{text!r}: {reason}", fix="correct the SQL text") from None


@cache
def _reader() -> Any:
    """A sqlglot dialect that knows CASE and CAST but no function by name."""
    from sqlglot import Dialect, parser

    class Reader(Dialect):
        class Parser(parser.Parser):
            FUNCTIONS = {}  # noqa: RUF012
            FUNCTION_PARSERS = {"CAST": parser.Parser.FUNCTION_PARSERS["CAST"]}  # noqa: RUF012
            NO_PAREN_FUNCTIONS = {}  # noqa: RUF012
            NO_PAREN_FUNCTION_PARSERS = {"CASE": parser.Parser.NO_PAREN_FUNCTION_PARSERS["CASE"]}  # noqa: RUF012

    return Reader


class _Typer:
    """Turns sqlglot's nodes into ours, one method for each class of node."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def expr(self, node: Any) -> Expr:
        kind = type(node).__name__
        if kind in _BINARY:
            return self.call(_BINARY[kind], node.this, node.expression)
        method = getattr(self, f"read_{kind.lower()}", None)
        if method is None:
            raise FlowError(Flaw.NOT_IN_LANGUAGE, f"{node.sql()} ({kind})", fix="see docs/printed/functions.md")
        typed: Expr = method(node)
        return typed

    def call(self, name: str, *nodes: Any) -> Expr:
        return apply(name, [self.expr(node) for node in nodes])

    def read_column(self, node: Any) -> Expr:
        if node.table:
            raise FlowError(Flaw.NOT_IN_LANGUAGE, f"{node.sql()}: columns have no qualifier", fix=f"write {node.name}")
        return Column(node.name, self.schema.type_of(node.name))

    def read_literal(self, node: Any) -> Expr:
        if node.is_string:
            return Literal(node.name, STRING)
        if not node.name.isdigit():
            if math.isinf(float(node.name)):
                raise FlowError(Flaw.WRONG_ARGUMENTS, f"{node.name} does not fit in a double", fix="write a smaller number")
            return Literal(float(node.name), DOUBLE)
        if int(node.name) >= 2**63:
            raise FlowError(Flaw.WRONG_ARGUMENTS, f"{node.name} does not fit in 64 bits", fix="write it with a decimal point")
        return Literal(int(node.name), LONG)

    def read_boolean(self, node: Any) -> Expr:
        return Literal(bool(node.this), BOOLEAN)

    def read_null(self, _: Any) -> Expr:
        return Literal(None, NULL)

    def read_paren(self, node: Any) -> Expr:
        return self.expr(node.this)

    def read_neg(self, node: Any) -> Expr:
        return self.call("negate", node.this)

    def read_not(self, node: Any) -> Expr:
        return self.call("not", node.this)

    def read_is(self, node: Any) -> Expr:
        if type(node.expression).__name__ != "Null":
            raise FlowError(Flaw.NOT_IN_LANGUAGE, node.sql(), fix="IS is only for NULL; compare with =")
        return self.call("is_null", node.this)

    def read_in(self, node: Any) -> Expr:
        return self.call("in", node.this, *node.expressions)

    def read_between(self, node: Any) -> Expr:
        value, low, high = (self.expr(part) for part in (node.this, node.args["low"], node.args["high"]))
        return apply("and", [apply("ge", [value, low]), apply("le", [value, high])])

    def read_case(self, node: Any) -> Expr:
        if node.this is not None:
            raise FlowError(Flaw.NOT_IN_LANGUAGE, "CASE with a value", fix="write CASE WHEN value = ... THEN ...")
        parts = [self.expr(part) for branch in node.args["ifs"] for part in (branch.this, branch.args["true"])]
        default = node.args.get("default")
        return apply("case", [*parts, self.expr(default) if default is not None else Literal(None, NULL)])

    def read_cast(self, node: Any) -> Expr:
        value, target = self.expr(node.this), _type_named(node.args["to"].sql())
        if value.type not in (target, NULL) and (value.type, target) not in CASTS:
            raise FlowError(
                Flaw.WRONG_ARGUMENTS, f"cast of {value.type} as {target}", fix="engines write such values differently"
            )
        return Call("cast", (value,), target)

    def read_anonymous(self, node: Any) -> Expr:
        name = str(node.this).lower()
        callable_names = FUNCTIONS.keys() - OPERATOR_NAMES
        if name not in callable_names:
            fix = "aggregates belong in the measures of an Aggregate" if name in AGGREGATES else nearest(name, callable_names)
            raise FlowError(Flaw.UNKNOWN_FUNCTION, f"{name!r}", fix=fix)
        return self.call(name, *node.expressions)


def apply(name: str, arguments: list[Expr]) -> Expr:
    """A call of `name`, typed; arguments that do not fit are an error."""
    function = FUNCTIONS[name]
    result = function.signature([argument.type for argument in arguments])
    if result is None:
        raise FlowError(Flaw.WRONG_ARGUMENTS, f"{name}({_types(arguments)})", fix=f"{name}: {function.meaning}")
    for position in function.literals:
        literal = arguments[position]
        if not isinstance(literal, Literal) or not literal.value:
            raise FlowError(
                Flaw.WRONG_ARGUMENTS, f"argument {position + 1} of {name} must be a text that is written out, not empty"
            )
        if not re.fullmatch(function.literal_pattern, str(literal.value), re.DOTALL):
            raise FlowError(Flaw.WRONG_ARGUMENTS, f"{literal.value!r} in {name}", fix=f"{name}: {function.meaning}")
    is_compared = name in _COMPARISONS and common_type([each.type for each in arguments]) == DOUBLE
    if is_compared or (name in ("case", "coalesce") and result == DOUBLE):
        arguments = [Call("cast", (each,), DOUBLE) if each.type == LONG else each for each in arguments]
    return Call(name, tuple(arguments), result)


def _types(arguments: list[Expr]) -> str:
    return ", ".join(str(argument.type) for argument in arguments)


_TYPE_WORDS = {"BIGINT": "LONG", "INT": "LONG", "TEXT": "STRING", "VARCHAR": "STRING"}


def _type_named(word: str) -> DataType:
    try:
        return DataType.parse(_TYPE_WORDS.get(word.upper(), word))
    except ValueError as error:
        raise FlowError(Flaw.UNKNOWN_TYPE, str(error), fix="cast to one of those") from None
