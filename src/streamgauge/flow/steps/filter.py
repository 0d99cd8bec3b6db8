"""Filter: some rows pass, unchanged."""

from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Expr, columns_of
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step
from streamgauge.flow.types import BOOLEAN


@dataclass(frozen=True, slots=True)
class Filter(Step):
    """Keep the rows for which `predicate` is true (not false, not null); order and marks stay.

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
        changing = sorted(set(columns_of(self.expression)) - set(identity)) if identity is not None else []
        if changing:
            raise self.refuse(Flaw.UPDATES_FILTERED, f"{changing[0]!r} may change", "filter before the aggregate, or on its keys")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def schema(self) -> Schema:
        return self.upstream.schema
