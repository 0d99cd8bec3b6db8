"""A flow in parts, run on the reference with topics of several partitions in between."""

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from streamgauge.engines.dual.hops import Hop
from streamgauge.engines.dual.parts import Part
from streamgauge.engines.reference import evaluate
from streamgauge.engines.reference.machine import AFTER_ALL, Machine
from streamgauge.engines.reference.rows import Row
from streamgauge.flow import Flow, Identification
from streamgauge.flow.answer import Answer, AnswerShape, compare
from streamgauge.flow.marks import ORIGIN
from streamgauge.flow.output import encode_row
from streamgauge.transport.base import Record
from streamgauge.transport.placement import placement_for

PARTITIONS = 3


def assert_same_answer(flow: Flow, parts: Sequence[Part], records: list[bytes]) -> None:
    """The parts, one after the other, give the answer of the whole flow."""
    expected, rows = evaluate(flow, records), run_in_parts(flow, parts, records)
    if flow.identification is Identification.ORIGIN:
        assert _values(flow, rows) == _values(flow, expected)
        return
    observed = Answer(AnswerShape.of(flow))
    for row in rows:
        observed.add(row)
    comparison = compare(expected, observed)
    assert comparison.equal, "\n".join(comparison.examples)


def run_in_parts(flow: Flow, parts: Sequence[Part], records: list[bytes]) -> list[Row]:
    """The rows that leave the last part. What lies in several partitions is read in any order."""
    topic: list[list[bytes]] = [[] for _ in range(PARTITIONS)]
    for partition, record in zip(placement_for(flow, PARTITIONS).spread(0, records), records, strict=True):
        topic[partition].append(record)
    rows: list[Row] = []
    for part in parts:
        rows = list(_run(part.flow, topic))
        if part.writes:
            topic = _written(part.writes, rows)
    return rows


def _written(hop: Hop, rows: list[Row]) -> list[list[bytes]]:
    topic: list[list[bytes]] = [[] for _ in range(hop.partitions or PARTITIONS)]
    for row in rows:
        named = [row[column] for column in hop.spread_by] or row[ORIGIN]
        partition = row[ORIGIN][0] if hop.keeps_partitions else zlib.crc32(repr(named).encode()) % len(topic)
        topic[partition].append(encode_row(row))
    return topic


def _run(flow: Flow, topic: list[list[bytes]]) -> Iterable[Row]:
    machine, choose = Machine(flow, len(topic)), Random(1)  # noqa: S311
    order = [number for number, partition in enumerate(topic) for _ in partition]
    choose.shuffle(order)
    offsets = Counter[int]()
    for number in order:
        yield from machine.process(Record(number, offsets[number], 0, topic[number][offsets[number]]))
        offsets[number] += 1
    yield from machine.advance(AFTER_ALL)


def _values(flow: Flow, rows: Iterable[Row]) -> Counter[str]:
    return Counter(repr([row.get(name) for name in flow.sink.schema.names]) for row in rows)
