"""The flows of the conformance kit, which other tests use too."""

from streamgauge.testing.text_flows import lines, long_words, word_counts

__all__ = ["lines", "long_words", "word_counts"]
