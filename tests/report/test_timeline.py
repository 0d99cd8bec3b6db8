"""The time axis that engines share: what was offered to whom."""

from dataclasses import replace
from typing import Any

import pytest

from streamgauge.report.charts.style import SHADE
from streamgauge.report.charts.timeline import Cell, Mark, Timeline, Track, timeline_chart


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
    """Every mark of a chart."""
    return [part["mark"] for part in parts(chart)]


def test_five_close_marks_have_labels_above_each_other_and_those_off_the_axis_have_none() -> None:
    close = [Mark(5 + number / 10, "part 1-2 to micro-batch") for number in range(5)]
    marked = replace(track("dual", 1000.0), marks=[Mark(-0.5, "before"), *close, Mark(10.5, "after")])
    chart = timeline_chart(Timeline(10, [marked]))
    texts = rows(chart, "text")
    assert [row["text"] for row in texts if "y" in row] == ["part 1-2 to micro-batch"] * 5
    assert len({row["y"] for row in texts if "y" in row}) == 5
    assert {row["second"] for row in rows(chart, "rule")} == {mark.second for mark in close}


def test_latencies_without_heat_lie_on_the_scale_beside_those_with_it() -> None:
    hot = replace(track("dual", 10.0), heat=[Cell(0.0, 1.0, 10.0, 20.0, 1.0)])
    cold = replace(track("flink", 10.0), median_ms=[(0.0, 5000.0)])
    scales = [each["encoding"]["y"]["scale"] for each in parts(timeline_chart(Timeline(10, [hot, cold]))) if is_log(each)]
    assert {tuple(scale["domain"]) for scale in scales} == {(10, 10_000)}


def is_log(part: Any) -> bool:
    return ((part.get("encoding", {}).get("y") or {}).get("scale") or {}).get("type") == "log"


def rows(chart: Any, mark: str) -> list[dict[str, Any]]:
    """The data of every mark of a type."""
    return [row for part in parts(chart) if part["mark"]["type"] == mark for row in chart["datasets"][part["data"]["name"]]]


def parts(chart: Any) -> list[dict[str, Any]]:
    """Every part of a chart that has a mark, however deep."""
    inside = [part for name in ("vconcat", "layer") for each in chart.get(name, ()) for part in parts(each)]
    return [*inside, chart] if "mark" in chart else inside
