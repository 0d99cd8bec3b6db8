"""A figure over the one number that was swept, with the ideal where more of it should mean more."""

from collections.abc import Mapping, Sequence
from typing import Any

from streamgauge.measure.objectives import find_figure
from streamgauge.report.charts.scale import Ideal, scale_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import name_of
from streamgauge.report.view import Figure

Entry = Mapping[str, Any]

# What makes an engine larger: the ideal is drawn over these, by the last part of their names.
_SCALING = ("cores", "executors", "parallelism", "partitions", "workers")


def scale_figure(entries: Sequence[Entry], path: str, words: str, name: str, ideal: Ideal = Ideal.GROWS) -> Figure | None:
    """The figure at a dotted path of every entry, called by `words`; None unless one number was swept."""
    known = [(each, value) for each in entries if (value := _number(find_figure(each, path))) is not None]
    swept = _swept([each["settings"] for each, _ in known])
    if swept is None:
        return None
    lines: dict[str, dict[float, float]] = {}
    for each, value in known:
        others = {setting: given for setting, given in each["settings"].items() if setting != swept}
        lines.setdefault(name_of({**each, "settings": others}), {})[each["settings"][swept]] = value
    across = swept.rpartition(".")[2]
    has_ideal = across in _SCALING and all(min(line) > 0 for line in lines.values())
    told = "; ".join(
        f"{named}: {line[min(line)]:,.0f} at {min(line):g}, {line[max(line)]:,.0f} at {max(line):g}"
        for named, line in lines.items()
    )
    dotted = f" Dotted: what it would be if it {ideal.value} with it from the first point." if has_ideal else ""
    chart = scale_chart(lines, across, words, ideal if has_ideal else None)
    return Figure(draw(chart, name), f"{words[0].upper()}{words[1:]} by {across}. {told}.{dotted}")


def _swept(points: Sequence[Mapping[str, object]]) -> str | None:
    """The one number that was swept, if there is one."""
    values = {name: [_number(each.get(name)) for each in points] for name in (points[0] if points else ())}
    numbers = [name for name, found in values.items() if None not in found and len({*found}) > 1]
    return numbers[0] if len(numbers) == 1 else None


def _number(value: object) -> float | None:
    """Yes and no are no numbers, though Python counts them as such."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
