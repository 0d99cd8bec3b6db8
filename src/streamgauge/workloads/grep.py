"""Grep: which sentences hold a pattern? (seed work 001)"""

from streamgauge.flow import STRING, Filter, Flow, Schema, Sink, Source
from streamgauge.streams.base import Stream
from streamgauge.workloads.base import RECORDS, Workload
from streamgauge.workloads.properties import Numbers, Property, Text, Values
from streamgauge.workloads.sentence_properties import SENTENCE_PROPERTIES, sentences

_PROPERTIES = (
    Property(
        "pattern",
        "needle",
        Text(r"[^\s']*[^\s'0-9][^\s']*", "a word with at least one character that is not a digit, without blanks and quotes"),
        "the text that is looked for; the stream hides it in sentences",
    ),
    Property("selectivity", 0.1, Numbers(0, 1, low_included=False), "share of the sentences that hold the pattern and pass"),
)


def grep_flow(values: Values, _: int) -> Flow:
    lines = Source(Schema.of(sentence=STRING), name="sentences")
    return Flow("grep", Sink(Filter(lines, f"contains(sentence, '{values['pattern']}')", name="matches")))


def _stream(values: Values, seed: int) -> Stream:
    return sentences(values, seed, needle=values["pattern"], selectivity=values["selectivity"])


WORKLOADS = (
    Workload(
        name="grep",
        summary="keep the sentences that hold a pattern",
        seed_work="001 DO",
        wire="text: one sentence a record, words separated by one blank",
        unit=RECORDS,
        properties=(*_PROPERTIES, *SENTENCE_PROPERTIES),
        make_stream=_stream,
        make_flow=grep_flow,
    ),
)
