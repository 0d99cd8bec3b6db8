from hypothesis import given
from hypothesis import strategies as st

from streamgauge.measure.clock import ClockOffset, clock_offset

WAYS = st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 50), st.floats(0, 50)), min_size=1, max_size=30)


@given(WAYS, st.floats(-1e6, 1e6))
def test_the_true_offset_lies_within_the_error(ways: list[tuple[float, float, float]], offset: float) -> None:
    exchanges = [(sent, int((sent + there + offset) // 1), sent + there + back) for sent, there, back in ways]
    found = clock_offset(exchanges)
    assert abs(found.offset_ms - offset) <= found.error_ms + 1e-6


def test_the_quickest_exchange_gives_the_error() -> None:
    slow, quick = (0.0, 50, 100.0), (1000.0, 1001, 1002.0)
    assert clock_offset([slow, quick]).error_ms == 1.5


def test_clocks_that_contradict_each_other_leave_an_error() -> None:
    assert clock_offset([(0.0, 500, 1.0), (0.0, 700, 1.0)]).error_ms > 90


def test_what_may_be_no_offset_is_not_corrected() -> None:
    assert ClockOffset(0.4, 0.5).correction_ms == 0
    assert ClockOffset(-20.3, 0.5).correction_ms == -20
