"""Latency by offered rate, both on logarithmic axes, and where the knee lies."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.report.charts.style import (
    LEAST_DRAWN_MS,
    WIDTH,
    colour,
    finished,
    hues,
    logarithmic,
    narrow,
    shape,
    values,
)


def sweep_chart(entries: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Of named entries: thick the median, thin p99; the shade lies between the rates that enclose the knee of the median."""
    import altair as alt

    names = [name for name, _ in entries]
    rows: list[dict[str, Any]] = [
        {"name": name, "offered": step["offered"], "quantile": quantile, "ms": max(LEAST_DRAWN_MS, step["latency_ms"][quantile])}
        for name, entry in entries
        for step in entry["rates"]
        for quantile in ("p50", "p99")
        if (step.get("latency_ms") or {}).get(quantile) is not None
    ]
    x = narrow(alt.X("offered:Q", title="offered records/s"), [row["offered"] for row in rows])
    y = logarithmic(alt.Y("ms:Q", title="latency, ms"), [row["ms"] for row in rows])
    weight = alt.StrokeWidth("quantile:N", title=None).scale(domain=["p50", "p99"], range=[2.2, 0.9])
    base = alt.Chart(values(rows)).encode(x=x, y=y, color=colour(names))
    layers: list[Any] = [
        base.mark_line().encode(strokeWidth=weight, detail="quantile:N"),
        base.mark_point(filled=True, size=35).encode(shape=shape(names)),
    ]
    return finished(alt.layer(*_knees(entries), *layers).properties(width=WIDTH, height=280), names)


def _knees(entries: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Any]:
    """A shade for each knee that lies between two rates; no part of the legend."""
    import altair as alt

    ends = [(entry["knee_per_second"].get("low"), entry["knee_per_second"].get("high")) for _, entry in entries]
    return [
        alt.Chart(values([{"low": low, "high": high}])).mark_rect(color=hue, opacity=0.1).encode(x=alt.X("low:Q"), x2="high:Q")
        for hue, (low, high) in zip(hues([name for name, _ in entries]), ends, strict=True)
        if low and high
    ]
