"""Broken records: which they are and where they were put. The reference's decoder says so, whatever the engine does."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from streamgauge.errors import RequestError
from streamgauge.flow.answer import Answer
from streamgauge.streams.base import Stream
from streamgauge.transport.placement import Placement

Places: TypeAlias = Mapping[int, tuple[int, int]]  # of an event: partition and offset

_SLICE = 1_000


def broken_records(answer: Answer, *, are_lines: bool, places: Places | None = None) -> dict[str, Any]:
    """Their count, and for each its event number, its line if the input was a file, its place in the topic if it was sent."""
    records = []
    for event in answer.broken:
        line = {"line": event + 1} if are_lines else {}
        place = dict(zip(("partition", "offset"), places[event], strict=True)) if places is not None else {}
        records.append({"event": event, **line, **place})
    return {"count": len(records), "records": records}


def places_of(events: Sequence[int], stream: Stream, placement: Placement, partitions: int) -> Places:
    """Where these events went. The stream is gone through once more, up to the last of them: a place may depend on all before."""
    wanted, next_offsets = set(events), [0] * partitions
    places: dict[int, tuple[int, int]] = {}
    for first in range(0, max(events, default=-1) + 1, _SLICE):
        for event, partition in enumerate(placement.spread(first, stream.records(first, _SLICE)), start=first):
            if event in wanted:
                places[event] = (partition, next_offsets[partition])
            next_offsets[partition] += 1
    return places


def refuse_broken(answer: Answer, file: str | None) -> None:
    """For those who want none: the first of them is named."""
    if answer.broken:
        first = answer.broken[0]
        raise RequestError(
            f"{len(answer.broken):,} broken records",
            where=f"event {first}" if file is None else f"{file}:{first + 1}",
            fix="mend them, or leave out --strict to pass them over",
        )
