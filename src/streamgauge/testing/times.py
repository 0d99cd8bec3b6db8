"""The mark `_t` of what comes out, which latency rests on: it is compared as answers are.

A row that is written once has the reference's time. Of one that is updated an engine may leave updates out, so there it is the
newest time that must be the reference's.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from streamgauge.engines.reference.machine import AFTER_ALL, Machine
from streamgauge.experiments.collector import Collector
from streamgauge.flow import Dedup, Emission, Flow, Identification
from streamgauge.flow.answer import AnswerShape
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN
from streamgauge.transport.base import Record

Times: TypeAlias = dict[Any, tuple[int, ...]]  # by the identity of a row, or the number of the event that it came from

_EXAMPLES = 5


def wrong_times(flow: Flow, records: Sequence[bytes], start_ms: int, collector: Collector) -> list[str]:
    """The first few differences in words; record i was due `start_ms` + i."""
    if any(isinstance(step, Dedup) for step in flow.steps):
        return []  # whose first row it is depends on which partition is read first
    expected, observed = _expected(flow, records, start_ms), _observed(flow, collector)
    different = [name for name in expected.keys() | observed.keys() if expected.get(name) != observed.get(name)]
    return [f"_t of {name}: expected {expected.get(name)}, got {observed.get(name)}" for name in different[:_EXAMPLES]]


def _expected(flow: Flow, records: Sequence[bytes], start_ms: int) -> Times:
    machine, shape = Machine(flow), AnswerShape.of(flow)
    inputs = (Record(partition=0, offset=number, timestamp_ms=start_ms + number, value=v) for number, v in enumerate(records))
    rows = [row for record in inputs for row in machine.process(record)] + list(machine.advance(AFTER_ALL))
    machine.close()
    by_event = flow.identification is Identification.ORIGIN
    return _by_name(flow, ((row[ORIGIN][1] if by_event else shape.split(row)[0], row[INTENDED_TIME]) for row in rows))


def _observed(flow: Flow, collector: Collector) -> Times:
    subjects, times_ms = collector.subjects().tolist(), collector.samples()["intended_ms"].tolist()
    if flow.identification is not Identification.ORIGIN:
        names = {number: identity for identity, number in collector.row_numbers.items()}
        subjects = [names[number] for number in subjects]
    return _by_name(flow, zip(subjects, times_ms, strict=True))


def _by_name(flow: Flow, found: Iterable[tuple[Any, int]]) -> Times:
    times: dict[Any, list[int]] = {}
    for name, time_ms in found:
        times.setdefault(name, []).append(time_ms)
    if flow.emission is Emission.UPDATE:
        return {name: (max(each),) for name, each in times.items()}
    return {name: tuple(sorted(each)) for name, each in times.items()}
