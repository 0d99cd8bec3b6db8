"""One figure for each engine as a bar from zero, with every trial as a dot; or against what was swept, with the ideal line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamgauge.report.charts.style import DIM, INK, WIDTH, colour, finished, shape, values


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure of an engine, and of each of its trials."""

    name: str
    value: float
    trials: Sequence[float]


def bar_chart(bars: Sequence[Bar], title: str) -> dict[str, Any]:
    import altair as alt

    names = [each.name for each in bars]
    y = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=260, ticks=False, domain=False))
    rows = [{"name": each.name, "value": each.value} for each in bars]
    dots = [{"name": each.name, "value": value} for each in bars for value in each.trials]
    x = alt.X("value:Q", title=title).scale(zero=True)
    drawn = alt.Chart(values(rows)).mark_bar(height=18, opacity=0.75).encode(x=x, y=y, color=colour(names, legend=False))
    several = len(dots) > len(bars)
    layers = [drawn, alt.Chart(values(dots)).mark_point(size=18, color=INK, filled=True).encode(x=x, y=y)] if several else [drawn]
    return finished(alt.layer(*layers).properties(width=WIDTH, height=34 * len(bars)))


def scale_chart(lines: Mapping[str, Mapping[float, float]], across: str, title: str, *, has_ideal: bool) -> dict[str, Any]:
    """A figure by what was swept, a line for each engine and what else was; the ideal grows from each line's first point."""
    import altair as alt

    names = list(lines)
    rows: list[dict[str, Any]] = [
        {"name": name, "at": at, "value": value} for name, line in lines.items() for at, value in line.items()
    ]
    ideal = [
        {"name": name, "at": at, "value": line[min(line)] * at / min(line)} for name, line in lines.items() for at in sorted(line)
    ]
    ticks = alt.Axis(values=sorted({row["at"] for row in rows}), format="~g")
    x, y = alt.X("at:Q", title=across, axis=ticks).scale(zero=False), alt.Y("value:Q", title=title).scale(zero=True)
    measured = alt.Chart(values(rows)).mark_line(strokeWidth=1.8).encode(x=x, y=y, color=colour(names))
    points = alt.Chart(values(rows)).mark_point(filled=True, size=45).encode(x=x, y=y, color=colour(names), shape=shape(names))
    dotted = alt.Chart(values(ideal)).mark_line(color=DIM, strokeDash=[2, 4], strokeWidth=1).encode(x=x, y=y, detail="name:N")
    layers = [dotted, measured, points] if has_ideal else [measured, points]
    return finished(alt.layer(*layers).properties(width=WIDTH, height=240))
