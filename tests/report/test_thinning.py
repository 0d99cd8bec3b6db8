from hypothesis import given
from hypothesis import strategies as st

from streamgauge.report.charts.thinning import MOST_PLACES, thinned


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=3000))
def test_a_long_line_keeps_its_ends_its_peaks_and_its_order(heights: list[float]) -> None:
    points = [(float(second), height) for second, height in enumerate(heights)]
    thin = list(thinned(points))
    assert len(thin) <= MOST_PLACES + 2
    assert thin == sorted(thin)
    assert {*thin} <= {*points}
    assert (thin[0], thin[-1]) == (points[0], points[-1])
    assert max(height for _, height in thin) == max(heights)
    assert min(height for _, height in thin) == min(heights)
    assert len(points) > MOST_PLACES or thin == points
