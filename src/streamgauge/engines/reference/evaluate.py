"""The answer of a flow on a finite input: what every engine is compared with."""

from collections.abc import Callable, Iterable

from streamgauge.engines.reference.lowering import lower
from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer, AnswerShape
from streamgauge.flow.marks import EVENT, ORIGIN
from streamgauge.transport.base import Record

EventNumber = Callable[[int, int], int]


def evaluate(flow: Flow, records: Iterable[bytes]) -> Answer:
    """The answer of `flow` when the records arrive in this order, record i being event i."""
    shape = AnswerShape.of(flow)
    answer, process = Answer(shape), lower(flow)
    for number, value in enumerate(records):
        for row in process(Record(partition=0, offset=number, timestamp_ms=0, value=value)):
            if flow.identified_by_origin:
                row[EVENT] = row[ORIGIN][1:]
            answer.add(row)
    return answer
