"""Makes the bytes of `Sentences`, many at a time.

Draw 0 of an event is its length, 1 whether it has the needle, 2 where, and 3 + i its word i. All words of a block are
looked up as rows of one table and the block is cut at its line ends: only needles are placed sentence by sentence.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.domains import exact_decimal
from streamgauge.streams.generator import Bits, below, chance, draw, draw_runs, event_keys, stream_key
from streamgauge.streams.normal import SIGMA, normal
from streamgauge.streams.zipf import zipf

if TYPE_CHECKING:
    from streamgauge.streams.sentences import Sentences

LENGTH, HAS_NEEDLE, NEEDLE_PLACE, FIRST_WORD = range(4)

_MILLION = 1_000_000
_BLOCK_WORDS = 20_000  # what fits the second-level cache


@lru_cache(maxsize=8)
def sentence_maker(stream: "Sentences") -> "SentenceMaker":
    """The maker of a stream; kept, because its tables cost more than a slice."""
    return SentenceMaker(stream)


class SentenceMaker:
    """The tables that a stream of sentences needs, and the loop over blocks."""

    def __init__(self, stream: "Sentences") -> None:
        self._stream = stream
        self._key = stream_key(stream.seed, stream.name)
        self._mean = int(exact_decimal(stream.words_mean) * _MILLION)
        self._deviation = int(exact_decimal(stream.words_deviation) * _MILLION)
        self._words = _word_table(stream.vocabulary)
        self._block = max(1, _BLOCK_WORDS // int(stream.words_mean + 1))

    def records(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        for first in range(start, start + count, self._block):
            made += self._make_block(first, min(self._block, start + count - first))
        return made

    def _make_block(self, start: int, count: int) -> list[bytes]:
        keys = event_keys(self._key, start, count)
        lengths = self._lengths(draw(keys, LENGTH))
        words = self._word_indices(draw_runs(keys, FIRST_WORD, lengths))
        sentences = self._join(words, lengths)
        if self._stream.needle:
            self._place_needle(sentences, keys, lengths)
        return sentences

    def _lengths(self, bits: Bits) -> NDArray[np.int64]:
        """max(1, ceil(mean + deviation * z)), in millionths of a word times 2^-16."""
        exact = normal(bits)
        exact *= -self._deviation
        exact -= self._mean * SIGMA
        exact //= _MILLION * SIGMA
        return np.maximum(np.negative(exact, out=exact), 1, out=exact)

    def _word_indices(self, bits: Bits) -> NDArray[np.int64]:
        stream = self._stream
        if stream.distribution == "zipf":
            return zipf(stream.vocabulary, stream.exponent).count(bits)
        return below(bits, stream.vocabulary)

    def _join(self, words: NDArray[np.int64], lengths: NDArray[np.int64]) -> list[bytes]:
        """The words as text, cut into sentences."""
        rows = self._padded(np.take(self._words, words, axis=0))
        rows[lengths.cumsum() - 1, -1] = ord("\n")
        return rows.tobytes().split(b"\n")[:-1]

    def _padded(self, rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
        width = self._stream.word_digits + 1
        if rows.shape[1] == width:
            return rows
        padded = np.full((len(rows), width), ord("0"), dtype=np.uint8)
        padded[:, width - rows.shape[1] :] = rows
        return padded

    def _place_needle(self, sentences: list[bytes], keys: Bits, lengths: NDArray[np.int64]) -> None:
        """Put the needle where a word was, in the sentences that have it."""
        needle, width = self._stream.needle.encode(), self._stream.word_digits
        chosen = np.flatnonzero(chance(draw(keys, HAS_NEEDLE), self._stream.selectivity))
        places = below(draw(keys[chosen], NEEDLE_PLACE), lengths[chosen])
        for index, place in zip(chosen.tolist(), places.tolist(), strict=True):
            sentence, at = sentences[index], place * (width + 1)
            sentences[index] = sentence[:at] + needle + sentence[at + width :]


def _word_table(vocabulary: int) -> NDArray[np.uint8]:
    """Row k - 1 is the word k and a blank."""
    digits = len(str(vocabulary))
    text = b"".join(b"%0*d " % (digits, number) for number in range(1, vocabulary + 1))
    return np.frombuffer(text, dtype=np.uint8).reshape(vocabulary, digits + 1)
