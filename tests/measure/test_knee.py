"""The knee lies where latency runs away, whatever the order of the rates."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.knee import Knee, find_knee


def test_never_reached_and_at_once() -> None:
    assert find_knee([(1, 10.0), (2, 29.9)]) == Knee(2, None)
    assert find_knee([(1, 100.0), (2, 10.0)]) == Knee(None, 1)
    assert find_knee([(1, None)]) == find_knee([]) == Knee(None, None)
    assert find_knee([(2, None), (1, 4.0), (3, inf)]) == Knee(1, 3)


@given(st.lists(st.tuples(st.integers(1, 1000), st.floats(1, 1e6)), min_size=1, max_size=20, unique_by=lambda each: each[0]))
def test_below_the_knee_latency_is_small(steps: list[tuple[int, float]]) -> None:
    knee = find_knee(steps)
    least = min(value for _, value in steps)
    assert all(value <= 3 * least for rate, value in steps if knee.high is None or rate < knee.high)
    assert knee.high is None or dict(steps)[int(knee.high)] > 3 * least
    assert find_knee(steps[::-1]) == knee
