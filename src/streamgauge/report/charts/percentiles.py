"""Latency by percentile, on an axis that gives each nine of the tail the same room: the logarithm of 1 / (1 - q)."""

from collections.abc import Sequence
from typing import Any

from streamgauge.report.charts.style import LEAST_DRAWN_MS, WIDTH, colour, dash, finished, logarithmic, values
from streamgauge.report.distributions import Distribution

_NINES = {2: "50 %", 4: "75 %", 10: "90 %", 100: "99 %", 1000: "99.9 %", 10_000: "99.99 %", 100_000: "99.999 %"}


def percentile_chart(distributions: Sequence[Distribution]) -> dict[str, Any]:
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"name": each.name, "line": each.label, "odds": round(odds, 3), "ms": max(LEAST_DRAWN_MS, latency_ms)}
        for each in distributions
        for odds, latency_ms in each.tail()
    ]
    top = max(row["odds"] for row in rows)
    labels = " : ".join(f"datum.value == {odds} ? '{text}'" for odds, text in _NINES.items()) + " : ''"
    axis = alt.Axis(values=[odds for odds in _NINES if odds <= top * 1.01], labelExpr=labels, grid=True)
    names = list(dict.fromkeys(each.name for each in distributions))
    chart = (
        alt.Chart(values(rows))
        .mark_line(interpolate="linear", strokeWidth=1.8, opacity=0.9)
        .encode(
            x=alt.X("odds:Q", title="share of the records that were faster", axis=axis).scale(
                type="log", domain=[1, top], nice=False
            ),
            y=logarithmic(alt.Y("ms:Q", title="latency, ms"), [row["ms"] for row in rows]),
            color=colour(names),
            strokeDash=dash(names),
            detail="line:N",
        )
        .properties(width=WIDTH, height=260)
    )
    return finished(chart, names)
