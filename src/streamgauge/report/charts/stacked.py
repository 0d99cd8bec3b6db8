"""What a mean is made of: one stacked bar for each engine, its parts in order, with their figures in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.report.charts.labels import name_axis, rows_height
from streamgauge.report.charts.style import GRID, ON_COLOUR, ON_DARK_COLOUR, WIDTH, colour, finished, places, values

_DRAWN = 0.85  # of the width, by the longest bar at least
_LETTER_PX = 6.4
_WHOLE_FROM = 100  # ms; no one reads decimals behind more


def stacked_chart(bars: Mapping[str, Mapping[str, float]], title: str) -> dict[str, Any]:
    """Bars by name, each with its parts by name; parts have the same order in every bar and in the legend."""
    import altair as alt

    parts = _parts(list(bars.values()))
    longest = max((sum(each.values()) for each in bars.values()), default=0.0) or 1.0
    rows: list[dict[str, Any]] = [
        {"bar": bar, "name": part, "order": number, "ms": round(figures[part], 3)}
        for bar, figures in bars.items()
        for number, part in enumerate(parts)
        if part in figures
    ]
    for row in rows:
        row["label"] = _label(row["name"], row["ms"], room_px=row["ms"] / longest * WIDTH * _DRAWN)
    inks = alt.Scale(domain=parts, range=[ON_DARK_COLOUR if place == 0 else ON_COLOUR for place in places(parts)])
    y = alt.Y("bar:N", title=None, sort=list(bars), axis=name_axis(list(bars)))
    base = alt.Chart(values(rows)).encode(y=y, order="order:Q")
    stacked = base.mark_bar(height=22, stroke=GRID, strokeWidth=1).encode(
        x=alt.X("ms:Q", title=title).stack("zero"), color=colour(parts)
    )
    texts = base.mark_text(fontSize=11).encode(
        x=alt.X("ms:Q", bandPosition=0.5).stack("zero"),
        text="label:N",
        detail="order:Q",
        color=alt.Color("name:N", scale=inks, legend=None),
    )
    drawn = alt.layer(stacked, texts).resolve_scale(color="independent")
    return finished(drawn.properties(width=WIDTH, height=rows_height(list(bars), 40)), parts)


def _label(name: str, value: float, *, room_px: float) -> str:
    """The name and the figure of a part, as much as there is room for."""
    told = f"{value:,.0f}" if value >= _WHOLE_FROM else f"{value:.3g}"
    return next((text for text in (f"{name} {told}", told) if len(text) * _LETTER_PX < room_px), "")


def _parts(bars: Sequence[Mapping[str, float]]) -> list[str]:
    return list(dict.fromkeys(part for each in bars for part in each))
