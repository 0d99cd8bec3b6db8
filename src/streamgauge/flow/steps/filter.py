"""Filter: some rows pass, unchanged."""

from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Call, Column, Expr, columns_of
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step
from streamgauge.flow.steps.aggregate import Aggregate
from streamgauge.flow.types import BOOLEAN


@dataclass(frozen=True, slots=True)
class Filter(Step):
    """Keep the rows for which `predicate` is true (not false, not null); order and marks stay.

    Rows that are updated can be filtered by what does not change: their keys. Right behind the aggregate they can also be held
    back until some of its measures are there (`a is not null and b is not null`), since a measure that is there stays there.

    >>> from streamgauge.flow import STRING, Source
    >>> Filter(Source(Schema.of(line=STRING)), "contains(line, 'error')").expression.type.name
    'BOOLEAN'
    """

    upstream: Step
    predicate: str
    name: str = "filter"
    kind: ClassVar[str] = "filter"
    expression: Expr = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(expression=self.checked(lambda: parse(self.predicate, self.upstream.schema)))
        if self.expression.type != BOOLEAN:
            raise self.refuse(
                Flaw.PREDICATE_NOT_BOOLEAN, f"{self.predicate!r} is {self.expression.type}", "compare it with something"
            )
        self._refuse_changing_columns()

    def _refuse_changing_columns(self) -> None:
        identity = self.upstream.updates_by
        if identity is None or (isinstance(self.upstream, Aggregate) and _stays_true(self.expression)):
            return
        if changing := sorted(set(columns_of(self.expression)) - set(identity)):
            raise self.refuse(Flaw.UPDATES_FILTERED, f"{changing[0]!r} may change", "filter before the aggregate, or on its keys")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def schema(self) -> Schema:
        return self.upstream.schema


def _stays_true(predicate: Expr) -> bool:
    """Does it ask of columns that they are not null, and nothing else?"""
    match predicate:
        case Call("and", parts):
            return all(map(_stays_true, parts))
        case Call("not", (Call("is_null", (Column(),)),)):
            return True
    return False
