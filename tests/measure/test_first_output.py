"""First outputs against the definition, written slowly."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from streamgauge.measure.first_output import NEVER, first_output_ms

IDENTITY = st.integers(0, 4)
TIME = st.integers(1_700_000_000_000, 1_700_000_000_030)
INPUTS = st.lists(st.tuples(IDENTITY, TIME), max_size=30)
OUTPUTS = st.lists(st.tuples(IDENTITY, TIME, TIME), max_size=30)


def slow(inputs: list[tuple[int, int]], outputs: list[tuple[int, int, int]]) -> list[int]:
    """For every input: the earliest append time of outputs of its identity whose newest input is not older than it."""
    return [
        min((appended for owner, newest, appended in outputs if owner == identity and newest >= due), default=NEVER)
        for identity, due in inputs
    ]


def columns(rows: Sequence[tuple[int, ...]], width: int) -> list[NDArray[np.int64]]:
    return list(np.array(rows, dtype=np.int64).reshape(-1, width).T)


@given(INPUTS, OUTPUTS)
def test_it_is_as_defined(inputs: list[tuple[int, int]], outputs: list[tuple[int, int, int]]) -> None:
    assert first_output_ms(*columns(inputs, 2), *columns(outputs, 3)).tolist() == slow(inputs, outputs)


def test_one_update_for_a_batch_is_no_latency_of_its_oldest_input() -> None:
    """Two words each 100 ms; the engine writes after 1 s. The newest input waited 100 ms, the oldest 1,000."""
    due = np.arange(0, 1000, 100)
    words = np.array(["a", "b"] * 5)
    first = first_output_ms(words, due, np.array(["a", "b"]), np.array([800, 900]), np.array([1000, 1000]))
    assert (first - due).tolist() == list(range(1000, 0, -100))


def test_a_replayed_older_update_changes_nothing() -> None:
    same = np.zeros(3, dtype=np.int64)
    first = first_output_ms(same[:1], np.array([20]), same, np.array([30, 10, 30]), np.array([100, 200, 300]))
    assert first.tolist() == [100]
