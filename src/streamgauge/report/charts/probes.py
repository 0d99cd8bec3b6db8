"""The search for a rate that is held: every probe in order, and the interval that they leave."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.report.charts.style import COLOURS, SHADE, WIDTH, finished, logarithmic, values

_VERDICTS = {"sustained": ("triangle-up", 0), "not sustained": ("square", 1), "inconclusive": ("circle", 4)}


def probe_chart(entries: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """One plot for each named entry, below each other, on one scale of rates; it is logarithmic, for so the search goes."""
    import altair as alt

    rates = [int(probe["rate"]) for _, entry in entries for probe in entry["probes"]]
    longest = max(len(entry["probes"]) for _, entry in entries)
    verdicts = list(_VERDICTS)
    hues = alt.Scale(domain=verdicts, range=[COLOURS[number] for _, number in _VERDICTS.values()])
    shapes = alt.Scale(domain=verdicts, range=[each for each, _ in _VERDICTS.values()])
    plots = []
    for name, entry in entries:
        rows = [
            {"probe": number, "rate": int(probe["rate"]), "verdict": probe["holds"]}
            for number, probe in enumerate(entry["probes"], start=1)
        ]
        x = alt.X("probe:Q", title="probe", axis=alt.Axis(tickMinStep=1, format="d")).scale(domain=[0.5, longest + 0.5])
        y = logarithmic(alt.Y("rate:Q", title="records/s"), rates)
        layers: list[Any] = [
            alt.Chart(values(rows)).mark_line(color=SHADE, strokeWidth=1).encode(x=x, y=y),
            alt.Chart(values(rows))
            .mark_point(filled=True, size=70, opacity=1)
            .encode(
                x=x,
                y=y,
                color=alt.Color("verdict:N", title=None, scale=hues),
                shape=alt.Shape("verdict:N", title=None, scale=shapes),
            ),
        ]
        found = entry["sustainable_rate"]
        if found.get("low") is not None and found.get("high") is not None:
            ends = [{"low": found["low"], "high": found["high"]}]
            layers.insert(
                0,
                alt.Chart(values(ends))
                .mark_rect(color=COLOURS[0], opacity=0.15, clip=True)
                .encode(y=alt.Y("low:Q"), y2="high:Q"),
            )
        plots.append(alt.layer(*layers).properties(width=WIDTH, height=150, title=name))
    return finished(alt.vconcat(*plots))
