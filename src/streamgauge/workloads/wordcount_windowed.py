"""Windowed WordCount: how often was each word seen in each second, with and without partial counts? (seed work 000)

With `pre_aggregate` words are first counted in buckets that have nothing to do with the word, so that a hot word is counted in
several places at once; the partial counts of a window are then added up by word. Its emission is `final`: a partial count that
is still changing cannot be added up.
"""

from streamgauge.flow import (
    LONG,
    STRING,
    Aggregate,
    Emission,
    Explode,
    Flow,
    Same,
    Schema,
    Select,
    Sink,
    Source,
    Step,
    Tumbling,
    WireFormat,
)
from streamgauge.flow.answer import Answer
from streamgauge.streams.base import Stream
from streamgauge.streams.timed_sentences import TimedSentences
from streamgauge.workloads.base import Unit, Workload
from streamgauge.workloads.margin import margin_ms
from streamgauge.workloads.properties import Choice, Integers, Property, Values
from streamgauge.workloads.sentence_properties import SENTENCE_PROPERTIES, sentences

_PROPERTIES = (
    Property("pre_aggregate", "on", Choice(("on", "off")), "count in buckets first and add up by word, or by word at once"),
    Property("buckets", 4, Integers(1, 1_000), "with pre_aggregate, in how many places a word is counted"),
    Property("window_ms", 1_000, Integers(1, 86_400_000), "length of the windows, in event time"),
    Property("events_per_second", 1_000, Integers(1, 1_000_000), "of event time: how many sentences a second holds"),
)


def _stream(values: Values, seed: int) -> Stream:
    return TimedSentences(sentences(values, seed), values["events_per_second"])


def _flow(values: Values, _: int) -> Flow:
    schema = Schema.of(at=LONG, sentence=STRING)
    delay_ms = margin_ms(values["events_per_second"])
    timed = Source(schema, WireFormat.JSON, event_time="at", watermark_delay_ms=delay_ms, name="sentences")
    words = Explode(timed, "split(sentence, ' ')", into="word", name="words")
    window = Tumbling(values["window_ms"])
    is_split = values["pre_aggregate"] == "on"
    return Flow("wordcount-windowed", Sink(_in_buckets(words, window, _bucket(values)) if is_split else _at_once(words, window)))


def _at_once(words: Step, window: Tumbling) -> Step:
    return Aggregate(words, ("word",), {"count": "count(*)"}, Emission.FINAL, window, name="counts")


def _bucket(values: Values) -> str:
    """By the time; of fewer than one in a millisecond by their number, which follows from it: times that are some milliseconds
    apart would leave buckets empty."""
    per_second = values["events_per_second"]
    number = f"cast((at * {per_second} + 999) / 1000 as long)" if per_second < 1_000 else "at"  # noqa: PLR2004
    return f"{number} % {values['buckets']}"


def _in_buckets(words: Step, window: Tumbling, bucket: str) -> Step:
    spread = Select(words, {"bucket": bucket, "word": "word"}, name="buckets")
    partial = Aggregate(spread, ("bucket", "word"), {"part": "count(*)"}, Emission.FINAL, window, name="partial")
    return Aggregate(partial, ("word",), {"count": "sum(part)"}, Emission.FINAL, Same(), name="counts")


def _words_counted(answer: Answer, _: int) -> int:
    return sum(values[answer.shape.values.index("count")] for values in answer.rows.values())


WORKLOADS = (
    Workload(
        name="wordcount-windowed",
        summary="count each word in windows of a second, partially first and then in all",
        seed_work="000 StreamBench",
        wire="json: at (ms), sentence (words separated by one blank)",
        unit=Unit("words", _words_counted),
        properties=(*_PROPERTIES, *SENTENCE_PROPERTIES),
        make_stream=_stream,
        make_flow=_flow,
    ),
)
