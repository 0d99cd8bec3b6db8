"""Small flows over lines of text, and lines that are easily got wrong."""

from streamgauge.flow import STRING, Aggregate, Explode, Filter, Flow, Schema, Select, Sink, Source

ODD_TEXTS = [
    b"the quick-brown fox",
    b"",
    b" ",
    b"a-b-cde  the the-the",
    "h\u00e9ron \U0001f426 \u0000x".encode(),
    b"\xff\xfe broken",
] * 50


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
