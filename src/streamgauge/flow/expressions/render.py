"""Writes the typed tree as SQL of some engine. A dialect is data: what it writes differently, and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from streamgauge.flow.expressions.catalogue import FUNCTIONS
from streamgauge.flow.expressions.tree import Call, Column, Expr, Literal
from streamgauge.flow.types import DataType

_LOGIC = ("and", "or", "not")


def _plain_string(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one engine writes expressions."""

    name: str
    identifier_quote: str = '"'
    types: Mapping[str, str] = field(default_factory=dict)
    cast: str = "CAST({0} AS {type})"
    casts: Mapping[tuple[DataType, DataType], str] = field(default_factory=dict)  # (from, to) -> what is written instead
    long_suffix: str = ""
    double_suffix: str = ""
    string: Callable[[str], str] = _plain_string
    functions: Mapping[str, str] = field(default_factory=dict)  # templates that replace the catalogue's; {piped}: {0} || {1} ...
    unknown: str = "NULL"  # a null where a truth value is asked for
    literals: Mapping[tuple[str, int], Callable[[str], str]] = field(default_factory=dict)  # (function, position) -> rewrite

    def identifier(self, name: str) -> str:
        return f"{self.identifier_quote}{name}{self.identifier_quote}"

    def literal(self, value: bool | int | float | str | None) -> str:
        """A constant."""
        match value:
            case None:
                return "NULL"
            case bool():
                return "TRUE" if value else "FALSE"
            case str():
                return self.string(value)
            case int():
                return f"{value}{self.long_suffix}"
            case float():
                return f"{value!r}{self.double_suffix}"

    def type_name(self, data_type: DataType) -> str:
        return self.types.get(str(data_type), str(data_type))


def render(expr: Expr, dialect: Dialect) -> str:
    """The SQL text of `expr` in `dialect`."""
    match expr:
        case Column(name):
            return dialect.identifier(name)
        case Literal():
            return dialect.literal(expr.value)
        case Call("case", arguments):
            return _case([render(argument, dialect) for argument in arguments])
        case Call("cast", (argument,), target):
            template = dialect.casts.get((argument.type, target), dialect.cast)
            return template.format(render(argument, dialect), type=dialect.type_name(target))
        case Call():
            return _call(expr, dialect)


def _call(call: Call, dialect: Dialect) -> str:
    arguments = [_argument(call, position, dialect) for position in range(len(call.arguments))]
    template = dialect.functions.get(call.function) or FUNCTIONS[call.function].sql or f"{call.function}({{all}})"
    joined = {"all": ", ".join(arguments), "rest": ", ".join(arguments[1:]), "piped": " || ".join(arguments)}
    return template.format(*arguments, **joined)


def _argument(call: Call, position: int, dialect: Dialect) -> str:
    argument = call.arguments[position]
    rewrite = dialect.literals.get((call.function, position))
    if call.function in _LOGIC and isinstance(argument, Literal) and argument.value is None:
        return dialect.unknown
    if rewrite and isinstance(argument, Literal):
        return dialect.string(rewrite(str(argument.value)))
    return render(argument, dialect)


def _case(parts: list[str]) -> str:
    pairs = zip(parts[:-1:2], parts[1::2], strict=True)
    branches = " ".join(f"WHEN {condition} THEN {value}" for condition, value in pairs)
    return f"CASE {branches} ELSE {parts[-1]} END"
