"""One figure for each engine as a bar from zero, with every trial as a dot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.report.charts.labels import name_axis, rows_height
from streamgauge.report.charts.style import INK, WIDTH, colour, finished, values


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure of an engine, and of each of its trials."""

    name: str
    value: float
    trials: Sequence[float]


def bar_chart(bars: Sequence[Bar], title: str) -> dict[str, Any]:
    import altair as alt

    names = [each.name for each in bars]
    y = alt.Y("name:N", title=None, sort=names, axis=name_axis(names))
    rows = [{"name": each.name, "value": each.value} for each in bars]
    dots = [{"name": each.name, "value": value} for each in bars for value in each.trials]
    x = alt.X("value:Q", title=title).scale(zero=True)
    drawn = alt.Chart(values(rows)).mark_bar(height=18, opacity=0.75).encode(x=x, y=y, color=colour(names, legend=False))
    several = len(dots) > len(bars)
    layers = [drawn, alt.Chart(values(dots)).mark_point(size=18, color=INK, filled=True).encode(x=x, y=y)] if several else [drawn]
    return finished(alt.layer(*layers).properties(width=WIDTH, height=rows_height(names, 34)))
