"""The answer of a flow on a finite input: what every engine is compared with."""

from collections.abc import Iterable

from streamgauge.engines.reference.machine import AFTER_ALL, Machine
from streamgauge.engines.reference.rows import Row
from streamgauge.errors import DataError
from streamgauge.flow import Flow, Identification, Iterate
from streamgauge.flow.answer import Answer, AnswerShape
from streamgauge.flow.marks import EVENT, ORIGIN
from streamgauge.flow.steps.iterate import DISTANCE, POINTS
from streamgauge.measure.convergence import Convergence
from streamgauge.transport.base import Record


def evaluate(flow: Flow, records: Iterable[bytes]) -> Answer:
    """The answer of `flow` when the records arrive in this order, record i being event i, and then nothing more comes.

    A `DataError` names the event at which what is an error in the language shows.
    """
    answer, machine = Answer(AnswerShape.of(flow)), Machine(flow)
    by_origin, iterates = flow.identification is Identification.ORIGIN, isinstance(flow.sink.upstream, Iterate)
    convergence = Convergence()

    def take(rows: Iterable[Row]) -> None:
        for row in rows:
            if by_origin:
                row[EVENT] = row[ORIGIN][1:]
            if iterates:
                convergence.add(row[POINTS], row[DISTANCE])
            answer.add(row)

    number = 0
    try:
        for number, value in enumerate(records):
            take(machine.process(Record(partition=0, offset=number, timestamp_ms=0, value=value)))
        take(machine.advance(AFTER_ALL))
    except (OverflowError, SyntaxError) as error:  # the latter of what is no XML
        raise DataError(f"there is no answer: {error}", where=f"event {number}", fix="leave it out, or guard the step") from error
    answer.effects, answer.convergence = machine.effects, convergence.places
    answer.broken = [offset for _, offset in machine.broken]
    machine.close()
    return answer
