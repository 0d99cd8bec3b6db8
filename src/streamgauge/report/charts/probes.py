"""The search for a rate that is held: every probe in order, and the interval that they leave."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.report.charts.style import INK, SHADE, WIDTH, finished, hues, narrow, values

_VERDICTS = {"sustained": ("triangle-up", 1.0), "not sustained": ("square", 0.0), "inconclusive": ("circle", 0.35)}


def probe_chart(entries: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """One plot for each named entry, in its engine's colour. Scales are logarithmic, for so the search goes, and of their own."""
    import altair as alt

    longest = max(len(entry["probes"]) for _, entry in entries)
    verdicts = list(_VERDICTS)
    shapes = alt.Scale(domain=verdicts, range=[each for each, _ in _VERDICTS.values()])
    legend = alt.Legend(symbolFillColor="transparent", symbolStrokeColor=INK)
    shape = alt.Shape("verdict:N", title=None, scale=shapes, legend=legend)
    fill, stroke = alt.Fill("hue:N", scale=None), alt.Stroke("hue:N", scale=None)
    filling = alt.FillOpacity("filling:Q", scale=None, legend=None)
    plots = []
    for hue, (name, entry) in zip(hues([name for name, _ in entries]), entries, strict=True):
        rows = [
            {"probe": number, "rate": int(probe["rate"]), "verdict": probe["holds"], "hue": hue, "filling": _filling(probe)}
            for number, probe in enumerate(entry["probes"], start=1)
        ]
        found = entry["sustainable_rate"]
        ends = [{"low": found["low"], "high": found["high"]}] if found.get("low") and found.get("high") else []
        x = alt.X("probe:Q", title="probe", axis=alt.Axis(tickMinStep=1, format="d")).scale(domain=[0.5, longest + 0.5])
        y = narrow(alt.Y("rate:Q", title="records/s"), [row["rate"] for row in rows])
        band = alt.Chart(values(ends)).mark_rect(color=hue, opacity=0.15, clip=True).encode(y=alt.Y("low:Q"), y2="high:Q")
        line = alt.Chart(values(rows)).mark_line(color=SHADE, strokeWidth=1).encode(x=x, y=y)
        points = alt.Chart(values(rows)).mark_point(size=80, strokeWidth=1.8, opacity=1)
        marks = points.encode(x=x, y=y, shape=shape, fill=fill, stroke=stroke, fillOpacity=filling)
        plots.append(alt.layer(*([band] if ends else []), line, marks).properties(width=WIDTH, height=150, title=name))
    return finished(alt.vconcat(*plots).resolve_scale(y="independent"))


def _filling(probe: Mapping[str, Any]) -> float:
    return _VERDICTS[probe["holds"]][1]
