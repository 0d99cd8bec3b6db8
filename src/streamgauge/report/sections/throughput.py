"""Records a second as bars; or, where a number was swept, as lines over it."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.charts.bars import Bar, bar_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import name_of, points_of
from streamgauge.report.sections.scaling import scale_figure
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

_FIGURE = "records_per_second"
_TITLE = "records/s"


def throughput_section(run: Run, prefix: str) -> Section:
    entries = [each for each in run.result["engines"] if each.get(_FIGURE)]
    if not entries:
        return Section("throughput", "Throughput")
    name = f"{prefix}throughput"
    return Section("throughput", "Throughput", figures=[scale_figure(entries, _FIGURE, _TITLE, name) or _bars(run, name)])


def _bars(run: Run, name: str) -> Figure:
    found = [(point, entry) for point in points_of(run) for entry in point.entries if entry.get(_FIGURE)]
    bars = [
        Bar(name_of(entry), entry[_FIGURE], [each[_FIGURE] for each in point.trials_of(entry["engine"]) if each.get(_FIGURE)])
        for point, entry in found
    ]
    doubts = [_doubt(entry) for _, entry in found]
    told = "; ".join(f"{bar.name}: {doubt or f'{bar.value:,.0f}'}" for bar, doubt in zip(bars, doubts, strict=True))
    dots = " Dots are the trials." if any(len(bar.trials) > 1 for bar in bars) else ""
    return Figure(draw(bar_chart(bars, _TITLE), name), f"Records/s of each engine. {told}.{dots}")


def _doubt(entry: Mapping[str, Any]) -> str:
    """Why its bar counts for nothing; empty if it counts."""
    return "WRONG, does not count" if not entry["verified"] else "inconclusive" if entry.get("inconclusive") else ""
