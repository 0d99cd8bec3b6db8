"""Where the time goes: mean latency by component and by operation, as stacked bars."""

from collections.abc import Mapping
from typing import Any

from streamgauge.report.charts.stacked import stacked_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import name_of
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

_REST = "not accounted for"


def breakdown_section(run: Run, prefix: str) -> Section:
    figures = []
    for figure, noun in (("components_ms", "component"), ("operations_ms", "operation")):
        bars = {name_of(each): _parts(each, figure) for each in run.result["engines"] if each.get(figure)}
        if bars:
            told = "; ".join(f"{name}: {_greatest(parts)}" for name, parts in bars.items())
            chart = draw(stacked_chart(bars, "mean latency, ms"), f"{prefix}by-{noun}")
            figures.append(Figure(chart, f"Mean latency by {noun}. {told}. The table under Figures has every part."))
    return Section("breakdown", "Where the time goes", figures=figures)


def _parts(entry: Mapping[str, Any], figure: str) -> dict[str, float]:
    parts = {name.replace("_", " "): float(value) for name, value in entry[figure].items() if value is not None}
    rest = entry.get("remainder_ms")
    return parts | ({_REST: float(rest)} if figure == "components_ms" and rest else {})


def _greatest(parts: Mapping[str, float]) -> str:
    whole = sum(parts.values())
    name = max(parts, key=lambda part: parts[part])
    share = f", {parts[name] / whole:.0%} of {whole:,.1f} ms" if whole else ""
    return f"most of it is {name} ({parts[name]:,.1f} ms{share})"
