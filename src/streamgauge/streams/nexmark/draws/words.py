"""Random words: names of items, descriptions, parts of addresses."""

from typing import TYPE_CHECKING

import numpy as np

from streamgauge.streams.nexmark.draws.java_random import JavaRandom, Numbers, Truths
from streamgauge.streams.nexmark.fields import NOTHING, Text

if TYPE_CHECKING:
    from streamgauge.streams.columns import Column

_SHORTEST = 3
_BLANK_IN = 13
_INVERSE = np.uint32(pow(_BLANK_IN, -1, 1 << 32))  # times this, multiples of 13 become their 13th part, all else more
_LARGEST_PART = ((1 << 32) - 1) // _BLANK_IN
_LETTERS = np.uint32(26)
_SURELY_TAKEN = (1 << 31) - 26  # no bound up to 26 rejects a draw below this
_FIRST_LETTER, _BLANK, _ONE = np.uint8(ord("a")), np.uint8(ord(" ")), np.uint8(1)


def draw_words(random: JavaRandom, longest: int) -> Text:
    """Letters and blanks, 3 to `longest - 1` of them, then without the blanks at both ends.

    A character takes one draw, which says whether it is blank, and if it is not, a second one for the letter.
    """
    lengths = random.below(longest - _SHORTEST) + _SHORTEST
    most = 2 * (longest - 1)
    drawn = random.ahead(most, 31)
    is_blank = drawn * _INVERSE <= _LARGEST_PART
    is_first = _first_draws(is_blank)
    is_first &= _up_to(is_first, lengths)
    is_letter = is_first & ~is_blank
    is_kept = is_first & _from_first_to_last(is_letter)

    letters = (drawn - drawn // _LETTERS * _LETTERS).astype(np.uint8)
    words = np.zeros(drawn.shape, dtype=np.uint8)
    np.multiply(letters[:, 1:] + (_FIRST_LETTER - _BLANK), is_letter[:, :-1], out=words[:, :-1])
    words += _BLANK
    words |= is_kept.view(np.uint8) - _ONE  # 0xFF where nothing is kept
    kept = _counts(is_kept)

    draws = lengths + _counts(is_letter)
    doubtful = np.flatnonzero(drawn.max(axis=1) >= _SURELY_TAKEN)
    draws[doubtful] = 0
    random.skip(draws, most)
    for row in doubtful:
        text = _draw_one(random, row, int(lengths[row]))
        words[row] = np.frombuffer(text.ljust(most, bytes([NOTHING])), dtype=np.uint8)
        kept[row] = len(text)
    return Text(words, kept)


def _first_draws(is_blank: Truths) -> Truths:
    """Which draws are the first of a character.

    After one that would say blank the next is a first draw, whether that one was or not. From there every other one is.
    """
    places = np.arange(is_blank.shape[1], dtype=np.uint8)
    restarts = np.zeros(is_blank.shape, dtype=np.uint8)
    np.multiply(is_blank[:, :-1], places[1:], out=restarts[:, 1:])
    distances: Column = places - np.maximum.accumulate(restarts, axis=1)
    is_first: Truths = distances & _ONE == 0
    return is_first


def _up_to(holds: Truths, numbers: Numbers) -> Truths:
    """The places up to the true one with the given number, from 1, of every row."""
    rows, width = holds.shape
    found = _counts(holds)
    before = np.cumsum(found) - found
    last = np.flatnonzero(holds)[before + numbers - 1] - np.arange(rows) * width
    is_before: Truths = np.arange(width, dtype=np.uint8) <= last.astype(np.uint8)[:, None]
    return is_before


def _from_first_to_last(holds: Truths) -> Truths:
    """The places from the first to the last true one of every row; none if none is true."""
    width = holds.shape[1]
    places = np.arange(width, dtype=np.uint8)
    first = np.where(holds.any(axis=1), holds.argmax(axis=1), width).astype(np.uint8)
    last = (width - 1 - holds[:, ::-1].argmax(axis=1)).astype(np.uint8)
    is_between: Truths = (places >= first[:, None]) & (places <= last[:, None])
    return is_between


def _counts(holds: Truths) -> Numbers:
    """How many of each row are true; no row has more than a byte can count."""
    counts: Column = holds.view(np.uint8).sum(axis=1, dtype=np.uint8)
    return counts.astype(np.int64)


def _draw_one(random: JavaRandom, row: np.intp, length: int) -> bytes:
    """One draw after the other, for an event of which some draw may be rejected: about one in a million."""
    rows = np.array([row])
    text = bytearray()
    for _ in range(length):
        is_blank = random.below_at(rows, _BLANK_IN)[0] == 0
        text.append(_BLANK if is_blank else _FIRST_LETTER + random.below_at(rows, 26)[0])
    return bytes(text).strip(b" ")
