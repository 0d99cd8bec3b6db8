"""The time axis that engines share: what was offered to whom."""

from dataclasses import replace
from typing import Any

import pytest

from streamgauge.report.charts.style import SHADE
from streamgauge.report.charts.timeline import Timeline, Track, timeline_chart


def track(name: str, rate: float) -> Track:
    every = [(float(second), rate) for second in range(10)]
    return Track(name, offered=every, achieved=every, backlog=every, median_ms=every, p99_ms=every)


@pytest.mark.parametrize(("rates", "is_one"), [((1000.0, 1020.0), True), ((1000.0, 4000.0), False), ((0.0, 0.0), True)])
def test_one_load_is_drawn_once_and_several_each(rates: tuple[float, float], is_one: bool) -> None:
    timeline = Timeline(10, [track("dual", rates[0]), track("flink", rates[1])])
    assert timeline.has_one_load is is_one
    areas = [mark for mark in marks(timeline_chart(timeline)) if mark["type"] == "area"]
    assert len(areas) == (1 if is_one else 2)
    assert len({mark["color"] for mark in areas}) == len(areas)
    assert (areas[0]["color"] == SHADE) is is_one


def test_an_engine_that_needs_longer_is_offered_the_same() -> None:
    slow = replace(track("dual", 1000.0), offered=[*track("dual", 1000.0).offered, (10.0, 0.0), (11.0, 0.0)])
    assert Timeline(12, [slow, track("flink", 1000.0)]).has_one_load


def marks(chart: Any) -> list[dict[str, Any]]:
    """Every mark of a chart, however deep."""
    inside = [chart[name] for name in ("vconcat", "layer") if name in chart]
    found = [mark for each in inside for part in each for mark in marks(part)]
    return [*found, chart["mark"]] if "mark" in chart else found
