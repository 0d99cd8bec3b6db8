"""Small flows over lines of text."""

from streamgauge.flow import STRING, Aggregate, Explode, Filter, Flow, Schema, Select, Sink, Source


def lines() -> Source:
    return Source(Schema.of(line=STRING), name="lines")


def word_counts() -> Flow:
    words = Explode(lines(), "split(line, ' ')", into="word", name="words")
    return Flow("counts", Sink(Aggregate(words, ("word",), {"count": "count(*)", "longest": "max(length(line))"})))


def long_words() -> Flow:
    """Stateless: two explodes, a filter and a projection."""
    words = Explode(lines(), "split(line, ' ')", into="word", name="words")
    parts = Explode(words, "split(word, '-')", into="part", name="parts")
    kept = Filter(parts, "length(part) > 2 and part <> 'the'")
    return Flow("long-words", Sink(Select(kept, {"part": "upper(part)", "size": "length(part)"})))
