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


def nulls() -> Flow:
    """Nulls among keys and measures: of what is no number, and of a division by zero."""
    numbers = Select(
        lines(),
        {"key": "case when line = '3' then null else line end", "n": "cast(line as long)", "x": "7 / cast(line as long)"},
    )
    measures = {
        "rows": "count(*)", "known": "count(n)", "total": "sum(n)", "low": "min(n)", "high": "max(key)", "mean": "avg(x)",
    }  # fmt: skip
    return Flow("nulls", Sink(Aggregate(numbers, ("key",), measures)))


def all_words() -> Flow:
    """An aggregate without a key."""
    words = Explode(lines(), "split(line, ' ')", into="word")
    return Flow("all", Sink(Aggregate(words, (), {"words": "count(*)", "last": "max(word)"})))


FLOWS = {flow.name: flow for flow in (word_counts(), long_words(), nulls(), all_words())}
