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
from streamgauge.flow.windows import END, START


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
        self._keep_identity()

    def _parsed(self) -> tuple[tuple[str, Expr], ...]:
        return tuple((name, parse(text, self.upstream.schema)) for name, text in as_pairs(self.columns))

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    def _keep_identity(self) -> None:
        """Rows that may be updated must stay recognisable."""
        for old in self.upstream.updates_by or ():
            if old not in self._new_names():
                raise self.refuse(Flaw.IDENTITY_LOST, repr(old), f"select {old!r} too")

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return self._renamed(self.upstream.row_identity)

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return self._renamed(self.upstream.order_by)

    @property
    def window_columns(self) -> bool:
        new_names = self._new_names()
        return self.upstream.window_columns and all(new_names.get(bound) == bound for bound in (START, END))

    def _renamed(self, columns: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """What these columns are called afterwards; None if not all of them pass unchanged."""
        new_names = self._new_names()
        return tuple(new_names[old] for old in columns) if columns is not None and new_names.keys() >= set(columns) else None

    def _new_names(self) -> dict[str, str]:
        """What the columns that pass unchanged are called afterwards: of several names their own, else the first."""
        names: dict[str, str] = {}
        for name, expr in self.expressions:
            if isinstance(expr, Column) and (name == expr.name or expr.name not in names):
                names[expr.name] = name
        return names
