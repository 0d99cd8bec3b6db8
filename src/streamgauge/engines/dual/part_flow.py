"""Steps of a flow as a flow of their own, between the topic before them and the topic behind them."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from streamgauge.engines.dual.cuts import is_done_by_topic
from streamgauge.engines.dual.hops import Hop
from streamgauge.flow import Flow, Select, Sink, Source, Step, WireFormat


def part_flow(flow: Flow, steps: Sequence[Step], number: int, reads: Hop | None, writes: Hop | None) -> Flow:
    """These consecutive steps; without a hop they read the flow's input or write its output.

    An event time that goes on behind the last step is a column from the source on; one that ends here is put away at once.
    """
    carried = writes.event_time if writes else ""
    made = {id(reads.after): _reading(reads, flow.source.watermark_delay_ms, is_carried=bool(carried))} if reads else {}
    for step in steps:
        is_topic = writes is not None and step is writes.after and is_done_by_topic(step)
        made[id(step)] = made[id(step.upstreams[0])] if is_topic else _placed(step, made, carried)
    sink = _writing(writes, made) if writes else made[id(flow.sink)]
    assert isinstance(sink, Sink)  # noqa: S101 - the last part ends in the flow's own
    return Flow(f"{flow.name}-part-{number}", sink)


def _reading(hop: Hop, delay_ms: int, *, is_carried: bool) -> Step:
    """The rows of a hop; any column may be missing in a record, because it is null."""
    source = Source(
        hop.schema,
        WireFormat.JSON,
        event_time=_quoted(hop.event_time) if hop.event_time else "",
        watermark_delay_ms=delay_ms if hop.event_time else 0,
        optional=hop.columns,
        partition_by=hop.order_by,
        name=f"{hop.after.name} topic",
    )
    is_spare = hop.event_time and not is_carried
    return Select(source, _unchanged(hop.columns), name=f"{hop.after.name} rows") if is_spare else source


def _writing(hop: Hop, made: dict[int, Step]) -> Sink:
    """The columns of a hop, and no others; what spreads the records stands where a sink names what identifies them."""
    step = made[id(hop.after)]
    if step.schema != hop.schema:
        step = Select(step, _unchanged(hop.schema.names), name=f"{hop.after.name} columns")
    return Sink(step, hop.spread_by, name=f"{hop.after.name} topic")


def _placed(step: Step, made: dict[int, Step], carried: str) -> Step:
    """The step behind what was made of its inputs."""
    if isinstance(step, Source):
        timed = {**_unchanged(step.schema.names), carried: step.event_time}
        return Select(step, timed, name=f"{step.name} timed") if carried else step
    if isinstance(step, Select) and carried:
        return _rewired(step, made, columns={**dict(step.columns), carried: _quoted(carried)})
    return _rewired(step, made)


def _rewired(step: Step, made: dict[int, Step], **changes: Any) -> Step:
    """The same step with other inputs."""
    values = {field.name: getattr(step, field.name) for field in dataclasses.fields(step)}  # type: ignore[arg-type]
    inputs = {name: made[id(value)] for name, value in values.items() if isinstance(value, Step)}
    rewired: Step = dataclasses.replace(step, **inputs, **changes)  # type: ignore[type-var]
    return rewired


def _unchanged(columns: Sequence[str]) -> dict[str, str]:
    return {name: _quoted(name) for name in columns}


def _quoted(column: str) -> str:
    return f'"{column}"'
