"""The topics between parts, and what their records hold.

A record is a row as every output is: a JSON object with columns, a null column left out, and marks. The columns are those that
a later step reads. The intended time `_t` travels from the first input to the last output, and so does the origin `_o` where it
is what tells the rows of the answer apart: behind a hop both are read from the record, not from its place in the topic. An event
time that a later step needs travels as one more column.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from streamgauge.engines.dual.cuts import MIXING, is_done_by_topic, reads_event_time
from streamgauge.flow import LONG, Flow, Identification, Repartition, Schema, Step
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN
from streamgauge.flow.needed import needed_columns


@dataclass(frozen=True, slots=True)
class Hop:
    """A topic behind a step.

    A part without state and shuffle keeps a record in the partition that it came from: its order stays, and with it what a
    watermark may assume. All others spread records by columns, or, where there are none, by their origins.
    """

    after: Step
    columns: tuple[str, ...]  # of the step's rows
    event_time: str  # the column that is added with the event time; empty if no later step needs it
    marks: tuple[str, ...]
    keeps_partitions: bool
    spread_by: tuple[str, ...]
    order_by: tuple[str, ...]  # records that are equal in these columns are in order; empty if no later step needs that
    partitions: int | None  # None: as many as the flow's input has

    @property
    def schema(self) -> Schema:
        """All columns of a record."""
        rows = Schema(tuple((name, self.after.schema.type_of(name)) for name in self.columns))
        return rows.with_column(self.event_time, LONG) if self.event_time else rows

    @property
    def origin_ordinals(self) -> int:
        """How many ordinals follow partition and offset in the origin."""
        return self.after.origin_depth


def hop_behind(flow: Flow, steps: Sequence[Step], reads: Hop | None) -> Hop:
    """The topic behind a part of these steps, which itself reads another topic or the flow's input."""
    step = steps[-1]
    place = next(index for index, each in enumerate(flow.steps) if each is step)
    later = flow.steps[place + 1 :]
    repartition = step if isinstance(step, Repartition) and is_done_by_topic(step) else None
    order_by = (step.order_by or ()) if any(each.is_order_sensitive for each in later) else ()
    needed = {*needed_columns(flow, step), *order_by, *(repartition.columns if repartition else ())}
    columns = tuple(name for name in step.schema.names if name in needed)
    is_stateful = any(each.is_stateful for each in steps)
    keeps_partitions = not is_stateful and not any(isinstance(each, MIXING) for each in steps)
    by_identity = (tuple(name for name in step.row_identity or () if name in needed) or columns) if is_stateful else ()
    spread_by = (repartition.columns if repartition else ()) or order_by or by_identity
    return Hop(
        after=step,
        columns=columns,
        event_time=_free_name(flow) if step.has_event_time and any(map(reads_event_time, later)) else "",
        marks=(INTENDED_TIME, ORIGIN) if flow.identification is Identification.ORIGIN else (INTENDED_TIME,),
        keeps_partitions=keeps_partitions,
        spread_by=() if keeps_partitions else spread_by,
        order_by=order_by,
        partitions=repartition.partitions if repartition else reads.partitions if reads else None,
    )


def _free_name(flow: Flow) -> str:
    """A name for the event time that no column of the flow has."""
    taken = {name.lower() for step in flow.steps for name in step.schema.names}
    name = "event_time_ms"
    while name in taken:
        name += "_"
    return name
