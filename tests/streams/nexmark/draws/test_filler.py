"""Fillers: as long as they should be, and of the right characters."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.streams.nexmark.draws.filler import draw_filler
from streamgauge.streams.nexmark.draws.java_random import JavaRandom
from streamgauge.streams.nexmark.fields import NOTHING
from tests.streams.nexmark import twin


@settings(deadline=None)
@given(cases=st.lists(st.tuples(st.integers(0, 2**48), st.integers(0, 200)), max_size=20), average=st.integers(0, 200))
def test_twin_agrees(cases: list[tuple[int, int]], average: int) -> None:
    seeds, used = np.array([case for case, _ in cases], dtype=np.int64), np.array([size for _, size in cases], dtype=np.int64)
    filler = draw_filler(JavaRandom.seeded(seeds), used, average)
    expected = [twin.Random(seed).filler(size, average) for seed, size in cases]
    assert [row.tobytes().translate(None, bytes([NOTHING])).decode() for row in filler.column] == expected
    assert filler.lengths.tolist() == [len(text) for text in expected]


def test_all_characters_occur() -> None:
    filler = draw_filler(JavaRandom.seeded(np.arange(2000)), np.full(2000, 32), 100)
    assert set(filler.column.tobytes()) - {NOTHING} == set(range(ord("H"), ord("z") + 1))
    assert (filler.lengths.min(), filler.lengths.max()) == (54, 81)
