"""A stretch: the steps without state from one start to the next keyed steps and the sink, as functions of a row."""

from collections.abc import Callable
from typing import TypeAlias

from streamgauge.engines.bytewax.plan import Layout
from streamgauge.engines.reference.machine import OPERATORS
from streamgauge.engines.reference.rows import Row
from streamgauge.flow import Sink, Step

Arrive: TypeAlias = Callable[[Row, int], None]  # a row has come to an end, as input number so and so
Push: TypeAlias = Callable[[Row], None]


def compile_stretch(layout: Layout, start: Step, arrive: dict[str, Arrive]) -> Push:
    """A function that takes a row which leaves `start`, and for each row that comes to an end calls the `arrive` of its name."""
    takers = [_taker(layout, reader, port, arrive) for reader, port in layout.readers(start)]
    if len(takers) == 1:
        return takers[0]

    def push(row: Row) -> None:
        for take in takers:
            take(row)

    return push


def _taker(layout: Layout, reader: Step, port: int, arrive: dict[str, Arrive]) -> Push:
    if reader.is_stateful or isinstance(reader, Sink):
        end = arrive[reader.name]
        return lambda row: end(row, port)
    on_row, push = OPERATORS[reader.kind](reader).on_row, compile_stretch(layout, reader, arrive)

    def take(row: Row) -> None:
        for result in on_row(row, port, 0):
            push(result)

    return take
