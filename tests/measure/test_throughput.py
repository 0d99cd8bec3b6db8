"""Throughput against its definition, written slowly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.throughput import records_per_second


def slow(outputs: list[tuple[int, int]], events: int) -> float | None:
    """After the warm-up, a fifth of the input: what else came over the time until every output was there."""
    cut = round(events * 0.2)
    warm = [append_ms for position, append_ms in outputs if position < cut]
    if not warm:
        return None
    passed_ms = max(append_ms for _, append_ms in outputs) - max(warm)
    rest = [append_ms > max(warm) for position, append_ms in outputs if position >= cut]
    return (events - cut) * (sum(rest) / len(rest)) / passed_ms * 1000 if passed_ms else None


@given(st.integers(1, 200), st.data())
def test_it_is_as_defined(events: int, data: st.DataObject) -> None:
    output = st.tuples(st.integers(0, events - 1), st.integers(1_700_000_000_000, 1_700_000_000_400))
    outputs = data.draw(st.lists(output, max_size=50))
    positions, append_ms = (np.array([each[i] for each in outputs], dtype=np.int64) for i in (0, 1))
    assert records_per_second(positions, append_ms, events) == pytest.approx(slow(outputs, events))


def test_an_even_stream() -> None:
    assert records_per_second(np.arange(1000), np.arange(1000) * 2, 1000) == pytest.approx(500, rel=0.01)


def test_what_came_before_the_clock_started_does_not_count() -> None:
    """Of two partitions one is done after 500 ms, when the other begins: both at 1,000 records a second."""
    positions = np.arange(1000)
    append_ms = positions // 2 + np.where(positions % 2, 500, 0)
    assert records_per_second(positions, append_ms, 1000) == pytest.approx(1000, rel=0.01)


@pytest.mark.parametrize("append_ms", [[5, 5, 5, 5, 5], [9, 5, 5, 5, 5]])
def test_no_time_passed(append_ms: list[int]) -> None:
    assert records_per_second(np.arange(5), np.array(append_ms), 5) is None
