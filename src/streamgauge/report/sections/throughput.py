"""Records a second as bars; or, where a number was swept, as lines over it."""

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
    bars = [
        Bar(name_of(entry), entry[_FIGURE], [each[_FIGURE] for each in point.trials_of(entry["engine"]) if each.get(_FIGURE)])
        for point in points_of(run)
        for entry in point.entries
        if entry.get(_FIGURE)
    ]
    best = max(bars, key=lambda bar: bar.value)
    others = [f"{best.value / bar.value:.1f} times that of {bar.name}" for bar in bars if bar is not best]
    dots = " Dots are the trials." if any(len(bar.trials) > 1 for bar in bars) else ""
    told = f"The most is {best.value:,.0f} records/s of {best.name}{', ' + ', '.join(others) if others else ''}.{dots}"
    return Figure(draw(bar_chart(bars, _TITLE), name), told)
