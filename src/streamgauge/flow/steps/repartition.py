"""Repartition: the rows spread anew over the tasks that work on them."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from streamgauge.flow.flaws import Flaw, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step


class RepartitionKind(Enum):
    """How rows are spread."""

    ROUND_ROBIN = "round_robin"  # evenly, whatever they hold
    HASH = "hash"  # rows that are equal in some columns together
    BROADCAST = "broadcast"  # a copy of each row for every partition


@dataclass(frozen=True, slots=True)
class Repartition(Step):
    """Spread the rows over `partitions`; what they hold stays, their order only among rows that a hash keeps together.
    A broadcast makes copies.

    >>> from streamgauge.flow import STRING, Source
    >>> Repartition(Source(Schema.of(line=STRING)), RepartitionKind.HASH, partitions=4, columns=("line",)).partitions
    4
    """

    upstream: Step
    how: RepartitionKind
    partitions: int
    columns: tuple[str, ...] = ()
    name: str = "repartition"
    kind: ClassVar[str] = "repartition"

    def __post_init__(self) -> None:
        self.derive(columns=tuple(self.columns))
        if self.partitions < 1:
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{self.partitions} partitions", "1 or more")
        if bool(self.columns) != (self.how is RepartitionKind.HASH):
            raise self.refuse(
                Flaw.WRONG_ARGUMENTS, f"{self.how.value} by {self.columns}", "columns are for hash, and only for it"
            )
        for column in self.columns:
            if column not in self.schema:
                raise self.refuse(Flaw.UNKNOWN_COLUMN, repr(column), nearest(column, self.schema.names))
        if self.upstream.emission is not Emission.INSERT:
            raise self.refuse(Flaw.NOT_INSERTS, f"after {self.upstream.label}", "repartition before the aggregate")

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def schema(self) -> Schema:
        return self.upstream.schema

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return None if self.how is RepartitionKind.BROADCAST else self.upstream.row_identity

    @property
    def order_by(self) -> tuple[str, ...] | None:
        """Rows that came from one partition and go to one partition stay in order."""
        before = self.upstream.order_by
        if before is None or self.how is not RepartitionKind.HASH:
            return None
        return before + tuple(column for column in self.columns if column not in before)

    @property
    def origin_depth(self) -> int:
        return self.upstream.origin_depth + (self.how is RepartitionKind.BROADCAST)
