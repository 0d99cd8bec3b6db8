"""Random words: any length, and the rare events of which a draw is rejected."""

import numpy as np
import pytest

from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from streamgauge.streams.nexmark.draws.words import draw_words
from streamgauge.streams.nexmark.fields import NOTHING, Text
from tests.streams.nexmark import twin


def texts(words: Text) -> list[str]:
    found = [row.tobytes().translate(None, bytes([NOTHING])).decode() for row in words.column]
    assert [len(text) for text in found] == words.lengths.tolist()
    return found


def assert_words(seeds: list[int], longest: int) -> list[twin.Random]:
    random, twins = JavaRandom.seeded(np.array(seeds)), [twin.Random(seed) for seed in seeds]
    assert texts(draw_words(random, longest)) == [one.words(longest) for one in twins]
    assert random.below(1000).tolist() == [one.below(1000) for one in twins]
    return twins


@pytest.mark.parametrize("longest", [4, 5, 7, 20, 100])
def test_words_of_every_length(longest: int) -> None:
    assert_words(list(range(3000)), longest)


def test_words_of_blanks_only_are_empty() -> None:
    found = texts(draw_words(JavaRandom.seeded(np.arange(20_000)), 5))
    assert "" in found
    assert not [text for text in found if text != text.strip(" ")]


def test_rejected_draws_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds whose draw number n is the largest there is, which no bound but a power of two takes."""
    rejections: list[int] = []
    monkeypatch.setattr(twin.Random, "bits", counting_bits(rejections))
    seeds = [seed_with_largest_draw(draw, low) for draw in range(2, 120) for low in (0, 77_777)]
    assert_words([*seeds, *range(50)], 100)
    assert len(rejections) > 50


def seed_with_largest_draw(draw: int, low: int) -> int:
    """The generator, run backwards."""
    state = 2**48 - 2**17 + low
    for _ in range(draw):
        state = (state - 0xB) * pow(0x5DEECE66D, -1, 2**48) % 2**48
    return state ^ 0x5DEECE66D


def counting_bits(rejections: list[int]):  # type: ignore[no-untyped-def]
    plain = twin.Random.bits

    def bits(self: twin.Random, count: int) -> int:
        drawn = plain(self, count)
        if drawn == 2**31 - 1:
            rejections.append(drawn)
        return drawn

    return bits
