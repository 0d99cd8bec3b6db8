"""Box plots, one for each engine: median, quartiles, whiskers, and the median of every trial as a dot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.report.charts.labels import name_axis, rows_height
from streamgauge.report.charts.style import INK, LEAST_DRAWN_MS, WIDTH, colour, finished, logarithmic, values

_PARTS = ("low_whisker", "low_quartile", "median", "high_quartile", "high_whisker")


@dataclass(frozen=True, slots=True)
class Box:
    """The figures of a box plot, and the medians of the trials behind it."""

    name: str
    figures: Mapping[str, float]
    medians: Sequence[float]


def latency_box_chart(boxes: Sequence[Box], title: str) -> dict[str, Any]:
    """On a logarithmic axis: the tails of latencies are many times their middle."""
    import altair as alt

    seen = [
        Box(
            each.name,
            {part: max(LEAST_DRAWN_MS, each.figures[part]) for part in _PARTS},
            [max(LEAST_DRAWN_MS, value) for value in each.medians],
        )
        for each in boxes
    ]
    found = [value for each in seen for value in (*each.figures.values(), *each.medians)]
    return _chart(seen, logarithmic(alt.X("low_whisker:Q", title=title), found))


def box_chart(boxes: Sequence[Box], title: str) -> dict[str, Any]:
    """On a linear axis with zero on it, as for shares, cores and bytes."""
    import altair as alt

    return _chart(boxes, alt.X("low_whisker:Q", title=title).scale(zero=True))


def _chart(boxes: Sequence[Box], x: Any) -> dict[str, Any]:
    import altair as alt

    names = [each.name for each in boxes]
    rows: list[dict[str, Any]] = [{"name": each.name} | {part: each.figures[part] for part in _PARTS} for each in boxes]
    dots: list[dict[str, Any]] = [{"name": each.name, "value": value} for each in boxes for value in each.medians]
    y = alt.Y("name:N", title=None, sort=names, axis=name_axis(names))
    base = alt.Chart(values(rows)).encode(y=y, color=colour(names, legend=False))
    layers = [
        base.mark_rule(strokeWidth=1.5).encode(x=x, x2="high_whisker:Q"),
        base.mark_bar(height=16, opacity=0.45).encode(x=alt.X("low_quartile:Q"), x2="high_quartile:Q"),
        base.mark_tick(thickness=3, height=20, opacity=1).encode(x=alt.X("median:Q")),
    ]
    if len(dots) > len(boxes):
        layers.append(alt.Chart(values(dots)).mark_point(size=18, color=INK, filled=True).encode(x="value:Q", y=y))
    return finished(alt.layer(*layers).properties(width=WIDTH, height=rows_height(names, 34)))
