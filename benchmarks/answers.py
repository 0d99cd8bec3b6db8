"""What a benchmark measures counts only if its answer is right."""

from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer, AnswerShape, compare
from streamgauge.flow.output import row_decoder
from streamgauge.transport.base import Topic
from streamgauge.transport.placement import RoundRobin


def check(flow: Flow, sink: Topic, outputs: int, right: Answer, *, input_partitions: int) -> None:
    """Refuse a wrong answer; the records of the input are spread evenly over its partitions."""
    answer, reader = Answer(AnswerShape.of(flow)), sink.reader()
    decode = row_decoder(flow, RoundRobin(input_partitions).event_number)
    while answer.written < outputs:
        for record in reader.poll(1.0):
            answer.add(decode(record.value))
    reader.close()
    found = compare(right, answer, examples=3)
    if not found.equal:
        raise SystemExit(f"{flow.name}: wrong answer: {found.examples}")
