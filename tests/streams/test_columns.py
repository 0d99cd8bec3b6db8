"""Records put together column by column: digits and texts of every length."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.streams.columns import between, digit_column, join_columns, text_column

NUMBERS = st.lists(st.integers(0, 2**63 - 1) | st.integers(0, 20_000), min_size=1, max_size=20)
TEXTS = st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])), min_size=1, max_size=20)


@given(numbers=NUMBERS, width=st.integers(1, 19))
def test_digits(numbers: list[int], width: int) -> None:
    column = digit_column(np.array(numbers, dtype=np.int64), width)
    assert join_columns([column]) == [b"%0*d" % (width, number) for number in numbers]


@given(texts=TEXTS)
def test_texts(texts: list[str]) -> None:
    column = text_column([text.encode() for text in texts])
    assert join_columns([column, between(b"<", column, b">")]) == [f"{text}<{text}>".encode() for text in texts]
