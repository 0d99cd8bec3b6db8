"""Union: the rows of two streams as one."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.flow.flaws import Flaw
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step


@dataclass(frozen=True, slots=True)
class Union(Step):
    """All rows of both inputs, which must have the same columns; in no particular order.

    >>> from streamgauge.flow import STRING, Filter, Source
    >>> lines = Source(Schema.of(line=STRING))
    >>> twice = Union(Filter(lines, "line like 'a%'", name="a"), Filter(lines, "line like '%z'", name="z"))
    >>> str(twice.schema)
    'line STRING'
    """

    left: Step
    right: Step
    name: str = "union"
    kind: ClassVar[str] = "union"

    def __post_init__(self) -> None:
        if self.left.schema != self.right.schema:
            raise self.refuse(
                Flaw.SCHEMAS_DIFFER, f"{self.left.schema} and {self.right.schema}", "select the same columns on both"
            )
        for side in (self.left, self.right):
            if side.emission is not Emission.INSERT:
                raise self.refuse(Flaw.NOT_INSERTS, f"after {side.label}", "unite before the aggregate")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.left, self.right)

    @property
    def schema(self) -> Schema:
        return self.left.schema

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return None

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return None

    @property
    def origin_depth(self) -> int:
        return max(self.origin_depths) + 1

    @property
    def origin_depths(self) -> tuple[int, int]:
        """How many ordinals the origins on both sides have; the shorter are filled up with zeros."""
        return self.left.origin_depth, self.right.origin_depth
