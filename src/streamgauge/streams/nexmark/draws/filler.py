"""Fillers: random characters that bring an event to its size, more or less."""

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.nexmark.draws.java_random import JavaRandom, Numbers
from streamgauge.streams.nexmark.fields import NOTHING, Text

_GROUP = 6  # characters from one draw
_LETTERS = 26
_HALF_GROUP = np.uint32(_LETTERS**3)


def draw_filler(random: JavaRandom, used: Numbers, average: int) -> Text:
    """As many characters as lack from `used` to `average`, up to a fifth more or less; none if nothing lacks.

    Of a draw the absolute value gives six digits to the base 26, the lowest first, and the sign says whether characters
    are counted upwards or downwards from `a`. Hence half of the groups are small letters, and half lie in `H` to `a`.
    """
    lengths = _draw_lengths(random, np.maximum(average - used, 0))
    groups = -(-int(lengths.max(initial=0)) // _GROUP)
    drawn = random.ahead(groups, 32).view(np.int32)
    characters = _characters(drawn)
    full = int(lengths.min(initial=_GROUP * groups)) // _GROUP
    characters[:, full:] |= _UNUSED.take(lengths[:, None] - _GROUP * np.arange(full, groups), mode="clip")
    return Text(characters.astype("<i8", copy=False).view(np.uint8), lengths)


def _draw_lengths(random: JavaRandom, room: Numbers) -> Numbers:
    """A fifth of the room is rounded to the nearest; where it is 0, nothing is drawn."""
    spread = (room + 2) // 5
    lengths = room - spread
    rows = np.flatnonzero(spread)
    if len(rows) == len(room):  # as a rule
        return lengths + random.below(2 * spread)
    lengths[rows] += random.below_at(rows, 2 * spread)
    return lengths


def _characters(drawn: NDArray[np.int32]) -> NDArray[np.int64]:
    """Six characters and two bytes of nothing for every draw."""
    size = np.abs(drawn).view(np.uint32)
    high = size // _HALF_GROUP
    low = size - high * _HALF_GROUP
    high -= high // _HALF_GROUP * _HALF_GROUP
    downwards = (drawn < 0) * _HALF_GROUP
    low += downwards
    high += downwards
    characters = _LOW_HALVES.take(low, mode="wrap")
    characters += _HIGH_HALVES.take(high, mode="wrap")
    return characters


def _halves() -> NDArray[np.int64]:
    """Three digits to the base 26, one a byte, of every number that has no more; then all of them once more, negative."""
    numbers = np.arange(_HALF_GROUP, dtype=np.int64)
    digits = sum(numbers // _LETTERS**place % _LETTERS << 8 * place for place in range(_GROUP // 2))
    return np.concatenate([digits, -digits])


def _word(content: bytes) -> int:
    """Eight bytes as a number; those not given are nothing."""
    return int.from_bytes(content.ljust(8, bytes([NOTHING])), "little", signed=True)


_LOW_HALVES = _halves() + _word(b"a" * _GROUP)
_HIGH_HALVES = _halves() << 24
_UNUSED = np.array([_word(bytes(used)) for used in range(_GROUP + 1)])
