from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.report.charts.placing import _LETTER_PX, Placed, place_labels

WIDTH_PX = 760.0
labels = st.lists(st.tuples(st.floats(0, WIDTH_PX), st.text("ab ", min_size=1, max_size=40)), max_size=30)


def ends(label: Placed) -> tuple[float, float]:
    half = len(label.text) * _LETTER_PX / 2
    return label.middle_px - half, label.middle_px + half


@given(labels)
def test_no_two_labels_overlap_and_none_leaves_the_plot(given_labels: list[tuple[float, str]]) -> None:
    placed = place_labels(given_labels, WIDTH_PX)
    assert sorted(each.text for each in placed) == sorted(text for _, text in given_labels)
    for one, other in combinations(placed, 2):
        (_, end), (start, _) = sorted((ends(one), ends(other)))
        assert one.row != other.row or end < start
    assert all(ends(each)[0] >= -1e-6 and ends(each)[1] <= WIDTH_PX + 1e-6 for each in placed)


def test_five_that_are_close_have_a_row_each_and_one_that_is_far_the_lowest() -> None:
    close = [(100.0 + number, "part 1-2 to micro-batch") for number in range(5)]
    assert [each.row for each in place_labels([*close, (600.0, "part 1-2 to real time")], WIDTH_PX)] == [0, 1, 2, 3, 4, 0]
