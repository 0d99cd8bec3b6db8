"""The look of charts: an engine looks the same wherever it is drawn."""

from itertools import permutations

import altair as alt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.report.charts.style import COLOURS, colour, dash, narrow, places

ENGINES = ("spark-microbatch", "spark-realtime", "dual", "flink", "bytewax", "reference")


def scale(channel: object) -> dict[str, object]:
    found = channel.to_dict()["scale"]  # type: ignore[attr-defined]
    return dict(zip(found["domain"], map(str, found["range"]), strict=True))


def test_engines_of_ours_have_colours_of_their_own() -> None:
    assert len({*places(ENGINES)}) == len(ENGINES)
    assert max(places(ENGINES)) < len(COLOURS)


@pytest.mark.parametrize("names", [*permutations(("dual", "flink", "spark-realtime"))])
def test_an_engine_looks_the_same_whoever_is_beside_it(names: tuple[str, ...]) -> None:
    for channel in (colour, dash):
        beside = scale(channel(names))
        assert all(scale(channel([name]))[name] == beside[name] for name in names)


def test_another_engine_takes_what_is_left() -> None:
    assert len({*places(("spark-microbatch", "toy", "dual", "other"))}) == 4


def test_what_was_swept_keeps_the_colour_and_changes_the_dash() -> None:
    names = ("dual, rate 1", "dual, rate 2", "flink, rate 1")
    assert scale(colour(names))["dual, rate 1"] == scale(colour(names))["dual, rate 2"] == scale(colour(["dual"]))["dual"]
    assert len({*scale(dash(names)).values()}) == 3


@settings(deadline=None)
@given(st.lists(st.floats(1, 1e9), min_size=1, max_size=5))
def test_a_narrow_scale_has_lines_and_holds_all(found: list[float]) -> None:
    drawn = narrow(alt.Y("rate:Q"), found).to_dict()
    low, high = drawn["scale"]["domain"]
    assert low < min(found) <= max(found) < high
    assert 1 <= len(drawn["axis"]["values"]) <= 3 * 10
    assert all(low <= each <= high for each in drawn["axis"]["values"])
