"""Select: one row in, one row out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Column, Expr
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Pairs, Step, as_pairs
from streamgauge.flow.types import NULL


@dataclass(frozen=True, slots=True)
class Select(Step):
    """Compute new columns from the old; those not named are gone.

    >>> from streamgauge.flow import STRING, Source
    >>> lines = Source(Schema.of(line=STRING))
    >>> str(Select(lines, {"line": "line", "size": "length(line)"}).schema)
    'line STRING, size LONG'
    """

    upstream: Step
    columns: Mapping[str, str] | Pairs
    name: str = "select"
    kind: ClassVar[str] = "select"
    expressions: tuple[tuple[str, Expr], ...] = field(init=False, repr=False, compare=False)
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(columns=as_pairs(self.columns))
        self.derive(expressions=self.checked(self._parsed))
        for name, expr in self.expressions:
            if expr.type == NULL:
                raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{name!r} is NULL of no type", "write cast(null as ...)")
        self.derive(schema=self.checked(lambda: Schema(tuple((name, expr.type) for name, expr in self.expressions))))
        _ = self.updates_by  # refuses a selection that loses the identity of updated rows

    def _parsed(self) -> tuple[tuple[str, Expr], ...]:
        return tuple((name, parse(text, self.upstream.schema)) for name, text in as_pairs(self.columns))

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def updates_by(self) -> tuple[str, ...] | None:
        before = self.upstream.updates_by
        return None if before is None else tuple(self._new_name(old) for old in before)

    def _new_name(self, old: str) -> str:
        for name, expr in self.expressions:
            if isinstance(expr, Column) and expr.name == old:
                return name
        raise self.refuse(Flaw.IDENTITY_LOST, repr(old), f"select {old!r} too")
