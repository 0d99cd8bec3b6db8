"""Digits of numbers of every size."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.streams.nexmark.digits import digits
from streamgauge.streams.nexmark.fields import NOTHING

NUMBERS = st.integers(0, 2**63 - 1) | st.integers(0, 20_000) | st.sampled_from([10**power for power in range(19)])


@given(numbers=st.lists(NUMBERS, max_size=20))
def test_digits(numbers: list[int]) -> None:
    column = digits(np.array(numbers, dtype=np.int64))
    assert [row.tobytes().translate(None, bytes([NOTHING])).decode() for row in column] == [str(number) for number in numbers]
