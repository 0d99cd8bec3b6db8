"""Through which channel a bid came and on which page it was made: fields that Flink's NEXMark adds to bids.

Flink draws them without a seed. Here they come from this project's generator, by event id, so that all other fields stay
what they are without them.
"""

from functools import lru_cache

import numpy as np

from streamgauge.streams.generator import GAMMA, Bits, below, draw, event_keys, mix, stream_key
from streamgauge.streams.nexmark.draws.java_random import Numbers
from streamgauge.streams.nexmark.fields import Choice, Fields

HOT_CHANNELS = ("Google", "Facebook", "Baidu", "Apple")
OTHER_CHANNELS = 10_000

IS_HOT, CHANNEL = range(2)  # draws of a bid
IS_NUMBERED, FIRST_OF_PART = range(2)  # draws of a page
PARTS, PART_LETTERS = 3, 4

_KEY = "nexmark channels"
_LETTERS = 26
_UNDERSCORE_IN = 13


def make_channels(seed: int, ids: Numbers) -> Fields:
    """Half of the bids come through one of the hot channels, the others through any of the rest."""
    names, pages = _tables(seed)
    keys = mix((ids.view(np.uint64) + np.uint64(1)) * np.uint64(GAMMA) + np.uint64(stream_key(seed, _KEY)))
    is_hot = below(draw(keys, IS_HOT), 2) > 0
    choice = draw(keys, CHANNEL)
    channels = np.where(is_hot, below(choice, len(HOT_CHANNELS)), len(HOT_CHANNELS) + below(choice, OTHER_CHANNELS))
    return {"channel": names[channels], "url": pages[channels]}


@lru_cache(maxsize=2)
def _tables(seed: int) -> tuple[Choice, Choice]:
    """The names of all channels, the hot ones first, and their pages."""
    names = [*HOT_CHANNELS, *(f"channel-{number}" for number in range(OTHER_CHANNELS))]
    keys = event_keys(stream_key(seed, "nexmark pages"), 0, len(names))
    is_numbered = (below(draw(keys, IS_NUMBERED), 10) > 0).tolist()
    parts = [_parts(keys, FIRST_OF_PART + part * (PART_LETTERS + 1)) for part in range(PARTS)]
    pages = [f"https://www.nexmark.com/{'/'.join(page)}/item.htm?query=1" for page in zip(*parts, strict=True)]
    for number in range(OTHER_CHANNELS):
        row = len(HOT_CHANNELS) + number
        if is_numbered[row]:
            pages[row] += f"&channel_id={_reversed_bits(number)}"
    return Choice(names), Choice(pages)


def _parts(keys: Bits, first: int) -> list[str]:
    """Three or four letters for every page; one in 13 is an underscore."""
    lengths = (below(draw(keys, first), 2) + PART_LETTERS - 1).tolist()
    drawn = [below(draw(keys, first + place), _UNDERSCORE_IN * _LETTERS).tolist() for place in range(1, PART_LETTERS + 1)]
    texts = ("".join(map(_letter, letters)) for letters in zip(*drawn, strict=True))
    return [text[:length] for text, length in zip(texts, lengths, strict=True)]


def _letter(number: int) -> str:
    return "_" if number < _LETTERS else chr(ord("a") + number % _LETTERS)


def _reversed_bits(number: int) -> int:
    """Of the 32 bits in reverse, as a signed number, the absolute value."""
    value = int(f"{number:032b}"[::-1], 2)
    return min(value, (1 << 32) - value)
