"""How near centroids come to the centres, over the points processed: one line for each trial, and what the reference finds."""

from collections.abc import Sequence
from typing import Any

from streamgauge.report.charts.style import DIM, WIDTH, colour, dash, finished, logarithmic, narrow, values

Curve = Sequence[tuple[float, float]]  # points processed, mean distance of a centroid to its nearest centre


def convergence_chart(curves: Sequence[tuple[str, str, Curve]], reference: Curve) -> dict[str, Any]:
    """Curves by engine and by trial; both axes are logarithmic, and the reference is dotted grey."""
    import altair as alt

    names = list(dict.fromkeys(name for name, _, _ in curves))
    rows: list[dict[str, Any]] = [
        {"name": name, "line": label, "points": at, "distance": far} for name, label, curve in curves for at, far in curve
    ]
    ideal: list[dict[str, Any]] = [{"points": at, "distance": far} for at, far in reference]
    every = [*rows, *ideal]
    x = logarithmic(alt.X("points:Q", title="points processed"), [row["points"] for row in every])
    y = narrow(alt.Y("distance:Q", title="mean distance to the nearest centre"), [row["distance"] for row in every])
    lines = (
        alt.Chart(values(rows))
        .mark_line(strokeWidth=1.8, interpolate="step-after")
        .encode(x=x, y=y, color=colour(names), strokeDash=dash(names), detail="line:N")
    )
    dotted = alt.Chart(values(ideal)).mark_line(color=DIM, strokeDash=[2, 4], strokeWidth=1.2).encode(x=x, y=y)
    return finished(alt.layer(*([dotted] if ideal else []), lines).properties(width=WIDTH, height=260), names)
