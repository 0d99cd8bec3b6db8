"""Places in a drawn chart are rounded, and nothing else is."""

import re

from hypothesis import given
from hypothesis import strategies as st

from streamgauge.report.charts.rounding import round_places
from streamgauge.report.charts.stacked import stacked_chart
from streamgauge.report.charts.style import draw

numbers = st.floats(-1e6, 1e6)


@given(numbers, numbers)
def test_no_place_moves_by_more_than_half_a_hundredth(x: float, y: float) -> None:
    svg = f'<rect x="{x!r}" y2="{y!r}"/><path d="M{x!r},{y!r}h1Z"/><g transform="translate({x!r},{y!r})"/>'
    found = [float(each) for each in re.findall(r'[="M,(](-?[\d.]+(?:e[-+]\d+)?)(?=["h,)])', round_places(svg))]
    assert len(found) == 6
    assert all(abs(seen - wanted) <= 0.00501 for seen, wanted in zip(found, [x, y] * 3, strict=True))
    assert all(round(each, 2) == each for each in found)


def test_texts_names_and_what_is_no_place_stay() -> None:
    svg = '<g id="x1.23456" opacity="0.12345" transform="scale(0.00123)"><text> d="1.23456" x="2.345678"</text></g>'
    assert round_places(svg) == svg


def test_a_drawn_chart_has_no_long_numbers_in_its_places() -> None:
    svg = draw(stacked_chart({"a": {"one": 1 / 3, "two": 2 / 7}, "b": {"one": 1.0, "two": 0.1}}, "ms"), "chart")
    places = re.findall(r'\s(?:d|x|y|transform)="([^"]*)"', svg)
    assert len(places) > 10
    assert not [each for each in places if re.search(r"\.\d{3}", each)]
