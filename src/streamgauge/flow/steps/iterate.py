"""Iterate: what is learned from the rows is fed back to how the next ones are taken in."""

from dataclasses import dataclass, field
from typing import ClassVar

from streamgauge.flow.centroids import Centroids
from streamgauge.flow.flaws import Flaw, nearest
from streamgauge.flow.schema import Schema
from streamgauge.flow.step import Emission, Step
from streamgauge.flow.steps.lookup import Table
from streamgauge.flow.types import DOUBLE, LONG

POINTS, DISTANCE = "points", "distance"
_SHARE = 5
TOLERANCE = 0.1  # by so much an engine's distance may differ from that of the reference, which feeds back at every row


@dataclass(frozen=True, slots=True)
class Iterate(Step):
    """K-means: each row is a point, which belongs to the nearest centroid and draws it nearer.

    `columns` are the coordinates; a row without one of them is no point. The centroids begin at the rows of `start`. There is one
    row in all, of which every change may be written: how many points there have been, and the mean distance of the centroids
    from the nearest rows of `goals`, where they should be.

    A record-at-a-time engine feeds back after each row. Others do so after `feedback` rows, or a fifth of those before, whichever
    is more: the more are known, the less a few change. So the distance is compared with a tolerance. The state is the centroids.

    >>> from streamgauge.flow import Source, WireFormat
    >>> points = Source(Schema.of(x=DOUBLE), WireFormat.JSON)
    >>> start, goals = (Table(Schema.of(id=LONG, x=DOUBLE), rows) for rows in (((0, 1.0), (1, 7.5)), ((0, 0.0), (1, 8.0))))
    >>> str(Iterate(points, ("x",), start, goals).schema)
    'points LONG, distance DOUBLE'
    """

    upstream: Step
    columns: tuple[str, ...]
    start: Table
    goals: Table
    feedback: int = 100
    name: str = "iterate"
    kind: ClassVar[str] = "iterate"
    is_stateful: ClassVar[bool] = True
    schema: Schema = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.derive(columns=tuple(self.columns), schema=Schema.of(points=LONG, distance=DOUBLE))
        for column in self.columns:
            if column not in self.upstream.schema:
                raise self.refuse(Flaw.UNKNOWN_COLUMN, repr(column), nearest(column, self.upstream.schema.names))
            if not self.upstream.schema.type_of(column).is_numeric:
                raise self.refuse(Flaw.WRONG_ARGUMENTS, f"{column!r} is no number", "cast it")
        for table in (self.start, self.goals):
            types = [data_type for _, data_type in table.schema.columns[1:]]
            if types != [DOUBLE] * len(self.columns) or not table.rows:
                raise self.refuse(Flaw.BAD_TABLE, f"columns {table.schema}", f"a key and {len(self.columns)} DOUBLE; some rows")
        if self.feedback < 1:
            raise self.refuse(Flaw.WRONG_ARGUMENTS, f"feedback is {self.feedback}", "1 or more")
        if self.upstream.emission is not Emission.INSERT:
            raise self.refuse(Flaw.NOT_INSERTS, f"after {self.upstream.label}", "learn before the aggregate")

    def most_rows(self, points: int) -> int:
        """How many rows may be taken in before the next feedback, after so many points."""
        return max(self.feedback, points // _SHARE)

    def centroids(self) -> Centroids:
        """The centroids as they are before the first row."""
        return Centroids((row[1:] for row in self.start.rows), (row[1:] for row in self.goals.rows))

    @property
    def upstreams(self) -> tuple[Step, ...]:
        return (self.upstream,)

    @property
    def emission(self) -> Emission:
        return Emission.UPDATE

    @property
    def row_identity(self) -> tuple[str, ...] | None:
        return ()

    @property
    def order_by(self) -> tuple[str, ...] | None:
        return None

    @property
    def has_event_time(self) -> bool:
        return False

    @property
    def window_columns(self) -> bool:
        return False
