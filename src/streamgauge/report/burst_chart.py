"""A burst on one time axis: offered rate, backlog and latency of each engine, and the moments when one switched.

The chart is data: a Vega-Lite specification made of a run's result, drawn offline.
"""

from collections.abc import Mapping, Sequence
from typing import Any

# Okabe and Ito's colours, which people see differently but apart; with a dash for those who see none.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3])
WIDTH, HEIGHT = 760, 150

_PANELS = (
    ("rate", "records/s", "linear", "offered and achieved rate"),
    ("backlog", "records", "symlog", "backlog"),
    ("latency", "ms", "log", "latency, median and 99th percentile"),
)


def burst_chart(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The specification for the entries of a result, one for each engine."""
    import altair as alt

    offered = entries[0]["series"]["offered"]  # the same for all
    rows, marks = [_row("rate", "offered", second, value) for second, value in enumerate(offered)], list[dict[str, Any]]()
    for entry in entries:
        rows += _rows(entry)
        marks += _marks(entry)
    engines = [entry["engine"] for entry in entries]
    names = ["offered", *engines]
    colour = alt.Color("engine:N", title=None, scale=alt.Scale(domain=names, range=["#777777", *COLOURS[: len(engines)]]))
    dash = alt.StrokeDash("engine:N", title=None, scale=alt.Scale(domain=names, range=[[3, 3], *DASHES[: len(engines)]]))
    time = alt.X("second:Q", title=None, axis=alt.Axis(grid=False), scale=alt.Scale(nice=False))
    panels = []
    for number, (panel, unit, scale, title) in enumerate(_PANELS):
        x = time if number < len(_PANELS) - 1 else time.title("seconds since the first record was due")
        lines = (
            alt.Chart(alt.InlineData(values=[row for row in rows if row["panel"] == panel]))
            .mark_line(interpolate="linear")
            .encode(
                x=x,
                y=alt.Y("value:Q", title=unit, scale=alt.Scale(type=scale)),  # type: ignore[arg-type]
                color=colour,
                strokeDash=dash,
                detail="line:N",
                strokeWidth=alt.StrokeWidth("weight:Q", legend=None, scale=alt.Scale(domain=[1, 2], range=[0.8, 1.8])),
            )
        )
        rules = alt.Chart(alt.InlineData(values=marks)).mark_rule(opacity=0.5).encode(x="second:Q", color=colour, strokeDash=dash)
        layered = alt.layer(lines, rules) if marks else lines
        panels.append(layered.properties(width=WIDTH, height=HEIGHT, title=title))
    chart = alt.vconcat(*panels).resolve_scale(x="shared").configure_view(stroke=None)
    chart = chart.configure(background="transparent", font="sans-serif").configure_title(anchor="start", fontSize=12)
    specification: dict[str, Any] = chart.to_dict()
    return specification


def draw(specification: Mapping[str, Any]) -> str:
    """The chart as SVG; nothing is fetched for it."""
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(specification))
    return svg


def _rows(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    engine, series = entry["engine"], entry["series"]
    rows = [_row("rate", engine, second, value) for second, value in enumerate(series["achieved"])]
    rows += [_row("backlog", engine, second, value) for second, value in enumerate(series["backlog"])]
    for name, weight in (("p50", 2), ("p99", 1)):
        values = enumerate(series[f"latency_{name}_ms"])
        rows += [
            _row("latency", engine, second, max(1, value), line=name, weight=weight)
            for second, value in values
            if value is not None
        ]
    return rows


def _row(panel: str, engine: str, second: int, value: float, *, line: str = "", weight: int = 2) -> dict[str, Any]:
    return {
        "panel": panel,
        "engine": engine,
        "second": second,
        "value": round(value, 1),
        "line": f"{engine} {line}",
        "weight": weight,
    }


def _marks(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    start_ms = entry["series"]["at_ms"][0] if entry["series"]["at_ms"] else 0
    switches = [each for each in entry.get("switches", ()) if each["event"] == "switch"]
    return [{"engine": entry["engine"], "second": (each["at_ms"] - start_ms) / 1000} for each in switches]
