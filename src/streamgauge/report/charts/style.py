"""How all charts look: colours that people see apart, with a dash and a shape for those who see none; one set of inks.

Inks and colours stand in the SVG as they are here. The page's style sheet gives them other values on a dark screen.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, TypeVar

from streamgauge.report.charts.labels import legend_columns
from streamgauge.report.charts.merging import merge_paths
from streamgauge.report.charts.rounding import round_places

if TYPE_CHECKING:
    import altair as alt

Channel = TypeVar("Channel", "alt.X", "alt.Y")

INK, DIM, GRID, SHADE = "#1a1a1a", "#6b6b6b", "#dddddd", "#8a8a8a"
ON_COLOUR, ON_DARK_COLOUR = "#111111", "#fefefe"  # text on a bar; the second is dark on a dark screen, where bars are lighter
# Okabe and Ito's colours, with a grey for their black, which no dark screen shows.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#f0e442")
DASHES = ([1, 0], [6, 2], [2, 1.5], [8, 2, 2, 2], [4, 4], [1, 3])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
# Which of them an engine has, on every page and in every chart; others get what is left.
_PLACES = {"spark-microbatch": 0, "spark-realtime": 1, "dual": 2, "flink": 3, "bytewax": 4, "reference": 6}
WIDTH = 760
_ROOM = 1.25
_FINE, _COARSE, _WIDE = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8), (1, 2, 5), 6
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
    "legend": {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "orient": "top", "symbolSize": 120, "labelLimit": 0},
    "title": {"color": INK, "anchor": "start", "fontSize": 12, "fontWeight": 600, "frame": "group"},
}


def colour(names: Sequence[str], *, legend: bool = True) -> "alt.Color":
    import altair as alt

    scale = alt.Scale(domain=list(names), range=hues(names))
    return alt.Color("name:N", title=None, scale=scale) if legend else alt.Color("name:N", scale=scale, legend=None)


def dash(names: Sequence[str], *, legend: bool = True) -> "alt.StrokeDash":
    import altair as alt

    scale = alt.Scale(domain=list(names), range=_cycle(DASHES, names))
    return alt.StrokeDash("name:N", title=None, scale=scale) if legend else alt.StrokeDash("name:N", scale=scale, legend=None)


def shape(names: Sequence[str]) -> "alt.Shape":
    import altair as alt

    return alt.Shape("name:N", title=None, scale=alt.Scale(domain=list(names), range=_cycle(SHAPES, names)))


def hues(names: Sequence[str]) -> list[str]:
    """The colour of each name."""
    return [COLOURS[place % len(COLOURS)] for place in places(names)]


def places(names: Sequence[str]) -> list[int]:
    """The place of each name among the colours: that of its engine, which may be followed by what was swept.

    >>> places(["dual", "spark-microbatch", "toy", "dual, rate 5"])
    [2, 0, 1, 2]
    """
    engines = [name.partition(", ")[0] for name in names]
    others = dict.fromkeys(each for each in engines if each not in _PLACES)
    left = (place for place in count() if place not in {_PLACES[each] for each in engines if each in _PLACES})
    taken = _PLACES | dict(zip(others, left, strict=False))
    return [taken[each] for each in engines]


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


def narrow(channel: Channel, found: Iterable[float]) -> Channel:
    """A channel on a logarithmic scale that is little wider than these values, with lines at round numbers."""
    known = [each for each in found if each > 0] or [1.0]
    low, high = min(known) / _ROOM, max(known) * _ROOM
    steps = _FINE if high < _WIDE * low else _COARSE
    lines = [step * 10**power for power in range(floor(log10(low)), ceil(log10(high)) + 1) for step in steps]
    return channel.scale(type="log", domain=[low, high], nice=False).axis(values=[each for each in lines if low <= each <= high])


def finished(chart: Any, legend: Sequence[str] = ()) -> dict[str, Any]:
    """The specification of a chart, with the style of all, and the names in its legend in columns where they are long."""
    specification: dict[str, Any] = chart.to_dict()
    return specification | {"config": _CONFIG | {"legend": _CONFIG["legend"] | legend_columns(legend, WIDTH)}}


def draw(specification: Mapping[str, Any], name: str) -> str:
    """The chart as SVG; nothing is fetched for it. Places are rounded and shapes merged, for most of a page would be digits.

    What it calls by name is called after the chart, which is once on a page, and counted from there: the renderer counts on
    from chart to chart.
    """
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(specification))
    numbers = {each: str(number) for number, each in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', svg)))}

    def renamed(found: re.Match[str]) -> str:
        return f"{found[1]}{name}-{numbers[found[2]]}{found[3]}" if found[2] in numbers else found[0]

    return merge_paths(round_places(re.sub(r'(\bid="|url\(#|href="#)([^")]+)("|\))', renamed, svg)))


def _cycle(items: Sequence[Any], names: Sequence[str]) -> list[Any]:
    """An item for each name: by its engine, or in order where an engine comes more than once."""
    found = places(names)
    return [items[each % len(items)] for each in (found if len({*found}) == len(found) else range(len(names)))]
