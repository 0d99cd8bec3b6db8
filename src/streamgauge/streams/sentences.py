"""Sentences: the stream of WordCount and Grep.

A sentence has ceil(normal(mean, deviation)) words, at least one, with one blank between them; a word is a number from 1
to the size of the vocabulary, padded with zeros. For Grep, a needle takes the place of a word in some sentences.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from streamgauge.streams.base import Stream

MOST_WORDS = 1000
MOST_DIGITS = 100
LARGEST_VOCABULARY = 1_000_000
LARGEST_EXPONENT = 4


@dataclass(frozen=True)
class Sentences(Stream):
    """Sentences of random words; `docs/streams.md` defines every byte.

    >>> Sentences(words_mean=3).records(0, 2)
    [b'06696', b'05935 03132']
    """

    name: ClassVar[str] = "sentences"

    seed: int = 1
    words_mean: float = 10
    words_deviation: float = 1
    vocabulary: int = 10_000
    distribution: Literal["uniform", "zipf"] = "uniform"
    exponent: float = 1  # of Zipf's distribution
    word_digits: int = 5  # more make longer records of as many different words
    needle: str = ""  # none
    selectivity: float = 1  # the share of sentences with the needle, if there is one

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_decimal("words_mean", 1, MOST_WORDS)
        self._require_decimal("words_deviation", 0, MOST_WORDS)
        self._require_whole("vocabulary", 1, LARGEST_VOCABULARY)
        self._require(self.distribution in ("uniform", "zipf"), "distribution", "uniform or zipf")
        self._require_decimal("exponent", 0, LARGEST_EXPONENT, above_low=True)
        self._require_whole("word_digits", len(str(self.vocabulary)), MOST_DIGITS)
        self._require(_is_needle(self.needle), "needle", "without blanks, with a character that is not a digit")
        self._require_decimal("selectivity", 0, 1, above_low=True)

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.sentence_maker import sentence_maker  # numpy only when records are made

        return sentence_maker(self).records(start, count)


def _is_needle(text: str) -> bool:
    return not text or (text.isprintable() and " " not in text and not text.isdigit())
