"""A flow at work: the operators of its steps, wired up, and the watermark."""

from collections.abc import Callable, Iterator
from typing import Any

from streamgauge.engines.reference.call import CallOperator
from streamgauge.engines.reference.decode import decoder, end_of_input_ms
from streamgauge.engines.reference.iterate import IterateOperator
from streamgauge.engines.reference.join import JoinOperator
from streamgauge.engines.reference.operators import (
    ExplodeOperator,
    FilterOperator,
    LookupOperator,
    Operator,
    RepartitionOperator,
    SelectOperator,
    SinkOperator,
    UnionOperator,
)
from streamgauge.engines.reference.ordered import OrderedOperator
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.engines.reference.stateful import DedupOperator, aggregate_operator
from streamgauge.flow import Flow, Sink, Step
from streamgauge.flow.effects import Effects
from streamgauge.transport.base import Record

OPERATORS: dict[str, Callable[[Any], Operator]] = {
    "select": SelectOperator,
    "filter": FilterOperator,
    "explode": ExplodeOperator,
    "union": UnionOperator,
    "repartition": RepartitionOperator,
    "lookup": LookupOperator,
    "aggregate": aggregate_operator,
    "join": JoinOperator,
    "dedup": DedupOperator,
    "iterate": IterateOperator,
    "call": CallOperator,
    "sink": SinkOperator,
}

_BEFORE_ALL, AFTER_ALL = -(2**63), 2**63 - 1


class Machine:
    """Takes input records one by one, and gives back the rows that leave the flow.

    The watermark follows the slowest partition: how the records of several are mixed must not make any of them late.
    """

    def __init__(self, flow: Flow, partitions: int = 1) -> None:
        self._newest_ms = [_BEFORE_ALL] * partitions
        self._source = flow.source
        self._decode = decoder(flow.source)
        self._steps = [step for step in flow.steps if step is not flow.source]
        self._operators = {id(step): operator_of(step) for step in self._steps}
        self._readers = _readers(flow)
        self._watermark_ms = _BEFORE_ALL
        self.broken: list[tuple[int, int]] = []  # partition and offset of the records that could not be decoded

    @property
    def effects(self) -> Effects:
        """What the services would have been told so far; nothing of those that were open, and know it themselves."""
        told = Effects()
        for operator in self._operators.values():
            if isinstance(operator, CallOperator):
                told += operator.effects
        return told

    def close(self) -> None:
        """Let go of the services that are called."""
        for operator in self._operators.values():
            if isinstance(operator, CallOperator):
                operator.close()

    def process(self, record: Record) -> Iterator[Row]:
        """The rows that this record causes."""
        end_ms = end_of_input_ms(record)
        if end_ms is not None:
            yield from self._see(record.partition, end_ms)
            return
        row = self._decode(record)
        if row is None:
            self.broken.append((record.partition, record.offset))
            return
        yield from self._push(self._source, row)
        for step in self._steps:
            for result in self._operators[id(step)].on_record_end():
                yield from self._push(step, result)
        if EVENT_TIME in row:
            yield from self._see(record.partition, row[EVENT_TIME])

    def _see(self, partition: int, time_ms: int) -> Iterator[Row]:
        """A partition has come to this time."""
        if time_ms > self._newest_ms[partition]:
            self._newest_ms[partition] = time_ms
            yield from self.advance(min(self._newest_ms) - self._source.watermark_delay_ms)

    def advance(self, watermark_ms: int) -> Iterator[Row]:
        """The rows that are due because of the time alone; the watermark never goes back."""
        if watermark_ms <= self._watermark_ms:
            return
        self._watermark_ms = watermark_ms
        for step in self._steps:
            for row in self._operators[id(step)].on_watermark(watermark_ms):
                yield from self._push(step, row)

    def _push(self, step: Step, row: Row) -> Iterator[Row]:
        for reader, port in self._readers[id(step)]:
            for result in self._operators[id(reader)].on_row(row, port, self._watermark_ms):
                if isinstance(reader, Sink):
                    yield result
                else:
                    yield from self._push(reader, result)


def operator_of(step: Step) -> Operator:
    """The step at work."""
    return OrderedOperator(step) if step.is_order_sensitive else OPERATORS[step.kind](step)


def _readers(flow: Flow) -> dict[int, list[tuple[Step, int]]]:
    """For every step the steps that read from it, and as which of their inputs."""
    readers: dict[int, list[tuple[Step, int]]] = {id(step): [] for step in flow.steps}
    for step in flow.steps:
        for port, upstream in enumerate(step.upstreams):
            readers[id(upstream)].append((step, port))
    return readers
