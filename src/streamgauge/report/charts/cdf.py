"""The cumulative distribution of times: which share took no longer than what."""

from collections.abc import Sequence
from typing import Any

from streamgauge.report.charts.style import LEAST_DRAWN_MS, WIDTH, colour, dash, finished, logarithmic, values
from streamgauge.report.distributions import Distribution


def cdf_chart(distributions: Sequence[Distribution], title: str) -> dict[str, Any]:
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"name": each.name, "line": each.label, "share": share, "ms": max(LEAST_DRAWN_MS, time_ms)}
        for each in distributions
        for share, time_ms in each.shares()
    ]
    names = list(dict.fromkeys(each.name for each in distributions))
    chart = (
        alt.Chart(values(rows))
        .mark_line(interpolate="step-before", strokeWidth=1.8, opacity=0.9)
        .encode(
            x=logarithmic(alt.X("ms:Q", title=title), [row["ms"] for row in rows]),
            y=alt.Y("share:Q", title="share of all", axis=alt.Axis(format="%")).scale(domain=[0, 1]),
            color=colour(names),
            strokeDash=dash(names),
            detail="line:N",
            order="share:Q",
        )
        .properties(width=WIDTH, height=220)
    )
    return finished(chart, names)
