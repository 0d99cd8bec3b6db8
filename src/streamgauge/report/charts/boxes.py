"""Latencies as box plots, one for each engine: median, quartiles, whiskers, and the median of every trial as a dot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.report.charts.style import INK, LEAST_DRAWN_MS, WIDTH, colour, finished, logarithmic, values


@dataclass(frozen=True, slots=True)
class Box:
    """The figures of a box plot, and the medians of the trials behind it."""

    name: str
    figures: Mapping[str, float]
    medians: Sequence[float]


def box_chart(boxes: Sequence[Box], title: str) -> dict[str, Any]:
    import altair as alt

    names = [each.name for each in boxes]
    parts = ("low_whisker", "low_quartile", "median", "high_quartile", "high_whisker")
    rows: list[dict[str, Any]] = [
        {"name": each.name} | {part: max(LEAST_DRAWN_MS, each.figures[part]) for part in parts} for each in boxes
    ]
    dots: list[dict[str, Any]] = [
        {"name": each.name, "ms": max(LEAST_DRAWN_MS, value)} for each in boxes for value in each.medians
    ]
    y = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=260, ticks=False, domain=False))
    base = alt.Chart(values(rows)).encode(y=y, color=colour(names, legend=False))
    ends = [row[part] for row in rows for part in parts] + [dot["ms"] for dot in dots]
    x = logarithmic(alt.X("low_whisker:Q", title=title), ends)
    layers = [
        base.mark_rule(strokeWidth=1.5).encode(x=x, x2="high_whisker:Q"),
        base.mark_bar(height=16, opacity=0.45).encode(x=alt.X("low_quartile:Q"), x2="high_quartile:Q"),
        base.mark_tick(thickness=3, height=20, opacity=1).encode(x=alt.X("median:Q")),
    ]
    if len(dots) > len(boxes):
        layers.append(alt.Chart(values(dots)).mark_point(size=18, color=INK, filled=True).encode(x="ms:Q", y=y))
    return finished(alt.layer(*layers).properties(width=WIDTH, height=34 * len(boxes)))
