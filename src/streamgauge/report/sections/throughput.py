"""Records a second as bars; or, where a number was swept, as lines over it, with the ideal where more should mean more."""

from collections.abc import Sequence
from typing import Any

from streamgauge.report.charts.bars import Bar, bar_chart, scale_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import name_of, points_of
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

_FIGURE = "records_per_second"
_TITLE = "records/s"
_SCALING = ("partitions", "cores", "executors", "workers")


def throughput_section(run: Run, prefix: str) -> Section:
    entries = [each for each in run.result["engines"] if each.get(_FIGURE)]
    if not entries:
        return Section("throughput", "Throughput")
    swept = _swept(entries)
    figure = _lines(entries, swept, prefix) if swept else _bars(run, prefix)
    return Section("throughput", "Throughput", figures=[figure])


def _swept(entries: Sequence[dict[str, Any]]) -> str | None:
    """The one number that was swept, if there is one."""
    values = {name: [each["settings"].get(name) for each in entries] for name in entries[0]["settings"]}
    numbers = [
        name for name, found in values.items() if all(isinstance(each, int | float) for each in found) and len({*found}) > 1
    ]
    return numbers[0] if len(numbers) == 1 else None


def _bars(run: Run, prefix: str) -> Figure:
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
    return Figure(draw(bar_chart(bars, _TITLE), f"{prefix}throughput"), told)


def _lines(entries: Sequence[dict[str, Any]], swept: str, prefix: str) -> Figure:
    lines: dict[str, dict[float, float]] = {}
    for each in entries:
        others = {name: value for name, value in each["settings"].items() if name != swept}
        line = lines.setdefault(name_of({**each, "settings": others}), {})
        line[each["settings"][swept]] = each[_FIGURE]
    has_ideal = swept.rpartition(".")[2] in _SCALING
    told = "; ".join(
        f"{name}: {line[min(line)]:,.0f} at {min(line):g}, {line[max(line)]:,.0f} at {max(line):g}"
        for name, line in lines.items()
    )
    ideal = " Dotted: what it would be if it grew with it from the first point." if has_ideal else ""
    across = swept.rpartition(".")[2]
    chart = scale_chart(lines, across, _TITLE, has_ideal=has_ideal)
    return Figure(draw(chart, f"{prefix}throughput"), f"Records/s by {across}. {told}.{ideal}")
