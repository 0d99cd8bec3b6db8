"""WordCount: how often has each word been seen? (seed works 000 and 001)"""

from streamgauge.flow import STRING, Aggregate, Explode, Flow, Schema, Sink, Source
from streamgauge.flow.answer import Answer
from streamgauge.streams.base import Stream
from streamgauge.workloads.base import Unit, Workload
from streamgauge.workloads.properties import Values
from streamgauge.workloads.sentence_properties import SENTENCE_PROPERTIES, sentences


def wordcount_flow(_: Values, __: int) -> Flow:
    lines = Source(Schema.of(sentence=STRING), name="sentences")
    words = Explode(lines, "split(sentence, ' ')", into="word", name="words")
    counts = Aggregate(words, keys=("word",), measures={"count": "count(*)"}, name="counts")
    return Flow("wordcount", Sink(counts))


def _stream(values: Values, seed: int) -> Stream:
    return sentences(values, seed)


def _words_counted(answer: Answer, _: int) -> int:
    return sum(count for (count,) in answer.rows.values())


WORKLOADS = (
    Workload(
        name="wordcount",
        summary="split sentences into words and keep a running count of each word",
        seed_work="000 StreamBench, 001 DO",
        wire="text: one sentence a record, words separated by one blank",
        unit=Unit("words", _words_counted),
        properties=SENTENCE_PROPERTIES,
        make_stream=_stream,
        make_flow=wordcount_flow,
    ),
)
