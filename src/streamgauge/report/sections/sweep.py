"""Latency by rate, up to the knee and past it."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.charts.style import draw
from streamgauge.report.charts.sweep import sweep_chart
from streamgauge.report.sections.points import name_of
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run


def sweep_section(run: Run, prefix: str) -> Section:
    entries = [(name_of(each), each) for each in run.result["engines"] if each.get("rates")]
    if not entries:
        return Section("sweep", "Latency by rate")
    told = "; ".join(f"{name}: {knee_in_words(entry)}" for name, entry in entries)
    axes = "Thick: the median, thin: p99; both axes are logarithmic. Shaded: between these rates lies the knee."
    caption = f"The knee of the median. {told}. {axes}"
    return Section("sweep", "Latency by rate", figures=[Figure(draw(sweep_chart(entries), f"{prefix}sweep"), caption)])


def knee_in_words(entry: Mapping[str, Any]) -> str:
    """Where the rate lies up to which latency stays what it is."""
    knee = entry["knee_per_second"]
    if knee.get("low") is None:
        return "below the lowest rate offered"
    if knee.get("high") is None:
        return f"none up to {knee['low']:,.0f} records/s"
    return f"between {knee['low']:,.0f} and {knee['high']:,.0f} records/s"
