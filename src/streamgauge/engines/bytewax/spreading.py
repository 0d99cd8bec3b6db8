"""Where a row goes by its values: to which group of keys, or to which partition of the output, and as which bytes."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from streamgauge.engines.bytewax.plan import Layout
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.flow import Emission
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN

Written: TypeAlias = tuple[int, bytes]  # a row on its way to Kafka: its partition, its value


def grouping(columns: tuple[str, ...], groups: int) -> Callable[[Row], int]:
    """The group that a row belongs to, by the values of these columns; the same in every process whose hash seed is fixed."""
    if not columns:
        return lambda _: 0
    if len(columns) == 1:
        (column,) = columns
        return lambda row: hash("" if row[column] is None else row[column]) % groups
    return lambda row: hash(tuple(["" if row[column] is None else row[column] for column in columns])) % groups


def writing(layout: Layout) -> Callable[[Row], Written]:
    """How a row is written: in which partition, and as which bytes.

    All rows of one identity go to one partition, so that the last of them is the last written.
    """
    encode, sink = msgspec.json.Encoder().encode, layout.flow.sink
    partition_of = grouping(sink.identity, layout.output_partitions) if sink.identity else _partition_of_keyless(layout)
    columns = (*sink.schema.names, INTENDED_TIME, ORIGIN)

    def written(row: Row) -> Written:
        partition = partition_of(row)
        if EVENT_TIME in row or None in row.values():
            row = {name: row[name] for name in columns if row.get(name) is not None}
        return partition, encode(row)

    return written


def _partition_of_keyless(layout: Layout) -> Callable[[Row], int]:
    """By the origin; where that is lost, one row in all changes, or rows are told apart by nothing: then by the time."""
    partitions = layout.output_partitions
    if not layout.flow.is_stateful:
        return lambda row: hash(tuple(row[ORIGIN])) % partitions
    if layout.flow.emission is Emission.UPDATE:
        return lambda _: 0
    return lambda row: int(row[INTENDED_TIME]) % partitions
