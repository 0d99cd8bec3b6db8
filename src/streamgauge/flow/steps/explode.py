"""Explode: one row in, a row for each element out."""

from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.expressions.parse import parse
from streamgauge.flow.expressions.tree import Expr
from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Step


@dataclass(frozen=True, slots=True)
class Explode(Step):
    """A row for each element of `array`, in order, with the element as column `into`; none for an empty or null array.

    >>> from streamgauge.flow import STRING, Source
    >>> words = Explode(Source(Schema.of(line=STRING)), "split(line, ' ')", into="word")
    >>> str(words.schema)
    'line STRING, word STRING'
    """

    upstream: Step
    array: str
    into: str
    name: str = "explode"
    kind: ClassVar[str] = "explode"
    expression: Expr = field(init=False, repr=False, compare=False)
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(expression=self.checked(lambda: parse(self.array, self.upstream.schema)))
        element = self.expression.type.element
        if element is None:
            raise self.refuse(
                Flaw.NOT_AN_ARRAY, f"{self.array!r} is {self.expression.type}", "explode split(...) or an array column"
            )
        self.derive(schema=self.checked(lambda: self.upstream.schema.with_column(self.into, element)))
        if self.upstream.updates_by is not None:
            raise self.refuse(Flaw.UPDATES_FILTERED, f"after {self.upstream.label}", "explode before the aggregate")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return None  # one row became several

    @property
    def origin_depth(self) -> int:
        return self.upstream.origin_depth + 1
