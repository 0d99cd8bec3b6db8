"""The rate that is held: how the search went, and how the rate grows with a number that was swept."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.charts.probes import probe_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import name_of
from streamgauge.report.sections.scaling import scale_figure
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run


def sustain_section(run: Run, prefix: str) -> Section:
    entries = [(name_of(each), each) for each in run.result["engines"] if each.get("probes")]
    if not entries:
        return Section("sustain", "The search for the rate")
    told = "; ".join(f"{name}: {rate_in_words(entry)}, after {len(entry['probes'])} probes" for name, entry in entries)
    shapes = "filled triangles were held, empty squares were not, pale circles decided nothing"
    caption = f"{told}. The band is the interval; {shapes}. Axes are logarithmic, each engine has its own."
    found = [each for _, each in entries]
    scaled = scale_figure(found, "sustainable_rate.middle", "sustainable rate, records/s", f"{prefix}sustained")
    search = Figure(draw(probe_chart(entries), f"{prefix}probes"), caption)
    return Section("sustain", "The search for the rate", figures=[search, *([scaled] if scaled else [])])


def rate_in_words(entry: Mapping[str, Any]) -> str:
    """Between which rates the highest one lies that is held."""
    low, high = entry["sustainable_rate"].get("low"), entry["sustainable_rate"].get("high")
    if low is None:
        return "no rate was held" if high is None else f"no rate was held, down to {high:,.0f} records/s"
    return f"holds at least {low:,.0f} records/s" if high is None else f"holds {low:,.0f} records/s and not {high:,.0f}"
