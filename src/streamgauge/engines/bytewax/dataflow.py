"""A flow as a dataflow of Bytewax: a source, a flat map for each stretch, a stateful step for each keyed step, a sink."""

from collections.abc import Callable, Iterable
from typing import Any

from bytewax import operators as op
from bytewax.dataflow import Dataflow
from bytewax.operators import StatefulBatchLogic

from streamgauge.engines.bytewax.board import Board
from streamgauge.engines.bytewax.kafka import KafkaSink, KafkaSource
from streamgauge.engines.bytewax.keyed import Arriving, Group, Leaving
from streamgauge.engines.bytewax.plan import Layout
from streamgauge.engines.bytewax.program import Program
from streamgauge.engines.bytewax.routing import Intake, Passage, Sent
from streamgauge.flow import Step
from streamgauge.transport.base import Record


def build(program: Program, worker: int, board: Board) -> Dataflow:
    """The dataflow of `program`, as worker number `worker` runs it."""
    layout = Layout(program.flow, program.input.partitions, program.output.partitions, program.workers)
    dataflow = Dataflow("streamgauge")
    records = op.input("input", dataflow, KafkaSource(program.input, worker, board))
    arriving: dict[str, list[Any]] = {end.name: [] for end in (*layout.keyed, program.flow.sink)}
    for start in layout.starts:
        if start.is_stateful:
            rows = op.stateful_batch(f"keyed-{start.name}", _merged(start, arriving), _builder(layout, start))
            sent = _stretch(start, layout, rows, Passage(layout, start))
        else:
            sent = _stretch(start, layout, records, _counted(Intake(layout), worker, board))
        for end, stream in sent:
            arriving[end.name].append(stream)
    op.output("output", _merged(program.flow.sink, arriving), KafkaSink(program.output, program.workers))
    return dataflow


def _merged(end: Step, arriving: dict[str, list[Any]]) -> Any:
    streams = arriving[end.name]
    return streams[0] if len(streams) == 1 else op.merge(f"merge-{end.name}", *streams)


def _stretch(start: Step, layout: Layout, rows: Any, route: Callable[[Any], list[Sent]]) -> list[tuple[Step, Any]]:
    """The stretch from `start`, and for each of its ends the stream that leads there."""
    ends = layout.ends(start)
    if len(ends) == 1:
        return [(ends[0], op.flat_map_batch(f"from-{start.name}", rows, lambda batch: [item for _, item in route(batch)]))]
    sent = op.flat_map_batch(f"from-{start.name}", rows, route)
    return [(end, op.flat_map_batch(f"{start.name}-to-{end.name}", sent, _only(end.name))) for end in ends]


def _only(name: str) -> Callable[[Iterable[Sent]], list[Any]]:
    return lambda batch: [item for end, item in batch if end == name]


def _counted(intake: Intake, worker: int, board: Board) -> Callable[[list[Record]], list[Sent]]:
    """Records count as consumed when their rows are on the way."""

    def take_in(records: list[Record]) -> list[Sent]:
        sent = intake(records)
        board.add(worker, len(records))
        return sent

    return take_in


def _builder(layout: Layout, step: Step) -> Callable[[bytes | None], "GroupLogic"]:
    return lambda saved: GroupLogic(Group(layout, step, saved))


class GroupLogic(StatefulBatchLogic[Arriving, Leaving, bytes]):  # type: ignore[misc]
    """A group, as Bytewax holds it; it lives as long as the flow."""

    def __init__(self, group: Group) -> None:
        self._group = group

    def on_batch(self, values: list[Arriving]) -> tuple[list[Leaving], bool]:
        return self._group.on_batch(values), StatefulBatchLogic.RETAIN

    def snapshot(self) -> bytes:
        return self._group.saved()
