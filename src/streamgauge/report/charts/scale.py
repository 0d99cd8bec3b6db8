"""A figure against the number that was swept, a line for each engine; dotted is what it would be if it went with it."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from streamgauge.report.charts.style import DIM, WIDTH, colour, finished, shape, values

Line = Mapping[float, float]  # the figure by what was swept


class Ideal(Enum):
    """What more of what was swept should do to a figure: a rate grows with it, a time falls with it."""

    GROWS = "grew"
    FALLS = "fell"

    def of(self, line: Line) -> dict[float, float]:
        """From the line's first point on."""
        first = min(line)
        return {at: line[first] * (at / first if self is Ideal.GROWS else first / at) for at in sorted(line)}


def scale_chart(lines: Mapping[str, Line], across: str, title: str, ideal: Ideal | None) -> dict[str, Any]:
    """Lines by name, of an engine and what else was swept; an ideal needs numbers above zero."""
    import altair as alt

    names = list(lines)
    rows = _rows(lines)
    # As it is: Vega's own format keeps as many digits as tell two ticks apart, and makes 1e+1 of 10.
    ticks = alt.Axis(values=sorted({row["at"] for row in rows}), labelExpr="format(datum.value, ',.10~g')")
    x, y = alt.X("at:Q", title=across, axis=ticks).scale(zero=False), alt.Y("value:Q", title=title).scale(zero=True)
    layers = [
        alt.Chart(values(rows)).mark_line(strokeWidth=1.8).encode(x=x, y=y, color=colour(names)),
        alt.Chart(values(rows)).mark_point(filled=True, size=45).encode(x=x, y=y, color=colour(names), shape=shape(names)),
    ]
    if ideal:
        dots = _rows({name: ideal.of(line) for name, line in lines.items()})
        dotted = alt.Chart(values(dots)).mark_line(color=DIM, strokeDash=[2, 4], strokeWidth=1)
        layers.insert(0, dotted.encode(x=x, y=y, detail="name:N"))
    return finished(alt.layer(*layers).properties(width=WIDTH, height=240), names)


def _rows(lines: Mapping[str, Line]) -> list[dict[str, Any]]:
    return [{"name": name, "at": at, "value": value} for name, line in lines.items() for at, value in line.items()]
