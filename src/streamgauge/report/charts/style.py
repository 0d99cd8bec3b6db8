"""How all charts look: colours that people see apart, with a dash and a shape for those who see none; one set of inks.

Inks and colours stand in the SVG as they are here. The page's style sheet gives them other values on a dark screen.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import altair as alt

Channel = TypeVar("Channel", "alt.X", "alt.Y")

INK, DIM, GRID, SHADE = "#1a1a1a", "#6b6b6b", "#dddddd", "#8a8a8a"
ON_COLOUR = "#111111"  # text on a bar, which is the same on a dark screen
# Okabe and Ito's colours, with a grey for their black, which no dark screen shows.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#999999")
DASHES = ([1, 0], [6, 2], [2, 1.5], [8, 2, 2, 2], [4, 4], [1, 3])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
WIDTH = 760
LEAST_DRAWN_MS = 1.0  # the resolution of the stamps; what is below is drawn there on a logarithmic axis

_CONFIG: dict[str, Any] = {
    "aria": False,  # the page says in words what is drawn
    "background": "transparent",
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "titleColor": INK,
        "gridColor": GRID,
        "domainColor": DIM,
        "tickColor": DIM,
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
    },
    "axisX": {"labelFlush": False, "labelOverlap": True, "tickCount": 8},
    "axisY": {"minExtent": 56},  # so that plots above each other begin at the same place
    "legend": {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "orient": "top", "symbolSize": 120, "labelLimit": 400},
    "title": {"color": INK, "anchor": "start", "fontSize": 12, "fontWeight": 600, "frame": "group"},
}


def colour(names: Sequence[str], *, legend: bool = True) -> "alt.Color":
    import altair as alt

    scale = alt.Scale(domain=list(names), range=_cycle(COLOURS, len(names)))
    return alt.Color("name:N", title=None, scale=scale) if legend else alt.Color("name:N", scale=scale, legend=None)


def dash(names: Sequence[str], *, legend: bool = True) -> "alt.StrokeDash":
    import altair as alt

    scale = alt.Scale(domain=list(names), range=_cycle(DASHES, len(names)))
    return alt.StrokeDash("name:N", title=None, scale=scale) if legend else alt.StrokeDash("name:N", scale=scale, legend=None)


def shape(names: Sequence[str]) -> "alt.Shape":
    import altair as alt

    return alt.Shape("name:N", title=None, scale=alt.Scale(domain=list(names), range=_cycle(SHAPES, len(names))))


def values(rows: Sequence[Mapping[str, Any]]) -> "alt.InlineData":
    import altair as alt

    return alt.InlineData(values=[dict(row) for row in rows])


def logarithmic(channel: Channel, found: Iterable[float], **axis: Any) -> Channel:
    """A channel on a logarithmic scale over these values: from one power of ten to another, with lines at nothing else."""
    known = [each for each in found if each > 0] or [1.0]
    low = floor(log10(min(known)))
    high = max(ceil(log10(max(known))), low + 1)
    powers = [10**power for power in range(low, high + 1)]
    scaled = channel.scale(type="log", domain=[powers[0], powers[-1]], nice=False)
    return scaled.axis(values=powers, **axis)


def finished(chart: Any) -> dict[str, Any]:
    """The specification of a chart, with the style of all."""
    specification: dict[str, Any] = chart.to_dict()
    return specification | {"config": _CONFIG}


def draw(specification: Mapping[str, Any], name: str) -> str:
    """The chart as SVG; nothing is fetched for it.

    What it calls by name is called after the chart, which is once on a page, and counted from there: the renderer counts on
    from chart to chart.
    """
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(specification))
    numbers = {each: str(number) for number, each in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', svg)))}

    def renamed(found: re.Match[str]) -> str:
        return f"{found[1]}{name}-{numbers[found[2]]}{found[3]}" if found[2] in numbers else found[0]

    return re.sub(r'(\bid="|url\(#|href="#)([^")]+)("|\))', renamed, svg)


def _cycle(items: Sequence[Any], count: int) -> list[Any]:
    return [items[number % len(items)] for number in range(count)]
