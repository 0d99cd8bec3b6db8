"""How evenly an engine worked, second by second: jitter, CPU and memory as box plots (seed work 002)."""

from collections.abc import Sequence
from dataclasses import dataclass

from streamgauge.report.charts.boxes import Box, box_chart
from streamgauge.report.charts.style import draw
from streamgauge.report.sections.points import Point, drawn_points, name_of
from streamgauge.report.tables import Table
from streamgauge.report.tables.table import rounded
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run

_PARTS = {
    "low whisker": "low_whisker",
    "low quartile": "low_quartile",
    "median": "median",
    "high quartile": "high_quartile",
    "high whisker": "high_whisker",
    "outliers": "outliers",
}


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure that is kept as a box plot: its name in results, what it is called, in which unit, and how fine it is told."""

    figure: str
    words: str
    unit: str
    places: int
    per: float = 1.0

    @property
    def title(self) -> str:
        return f"{self.words}, {self.unit}"


_SPREADS = (
    Spread("jitter", "jitter", "share of the outputs of a mean second", 3),
    Spread("cpu_box_cores", "CPU of the engine", "cores", 2),
    Spread("memory_box_bytes", "memory of the engine", "MB", 0, per=1e6),
)


def spread_section(run: Run, prefix: str) -> Section:
    points, notes = drawn_points(run)
    figures, rows = [], []
    for spread in _SPREADS:
        boxes = [box for point in points for box in _boxes(point, spread)]
        if boxes:
            chart = draw(box_chart(boxes, spread.title), f"{prefix}spread-{spread.figure.partition('_')[0]}")
            figures.append(Figure(chart, _caption(boxes, spread)))
            rows += [_row(box, spread) for box in boxes]
    explains = {spread.title: spread.figure for spread in _SPREADS}
    defines = dict.fromkeys(_PARTS, "box_plot")
    tables = [Table("", ("engine", "of each second", *_PARTS), rows, defines=defines, explains=explains)] if rows else []
    return Section("spread", "Jitter, CPU and memory", figures=figures, tables=tables, notes=notes if figures else [])


def _boxes(point: Point, spread: Spread) -> list[Box]:
    """Of every engine that has the figure, in the unit in which it is shown."""
    return [
        Box(
            name_of(each),
            {part: each[spread.figure][part] / (1 if part == "outliers" else spread.per) for part in _PARTS.values()},
            [
                trial[spread.figure]["median"] / spread.per
                for trial in point.trials_of(each["engine"])
                if trial.get(spread.figure)
            ],
        )
        for each in point.entries
        if each.get(spread.figure)
    ]


def _row(box: Box, spread: Spread) -> tuple[object, ...]:
    figures = (rounded(box.figures[part], 0 if part == "outliers" else spread.places) for part in _PARTS.values())
    return (box.name, spread.title, *figures)


def _caption(boxes: Sequence[Box], spread: Spread) -> str:
    told = "; ".join(
        f"{box.name}: half of the seconds between {box.figures['low_quartile']:,.{spread.places}f} and "
        f"{box.figures['high_quartile']:,.{spread.places}f}"
        for box in boxes
    )
    dots = " Dots are the medians of the trials." if any(len(box.medians) > 1 for box in boxes) else ""
    ideal = " 0 is ideal: as many outputs as the inputs of the second lead to expect." if spread.figure == "jitter" else ""
    return f"{spread.title[0].upper()}{spread.title[1:]}. {told}.{ideal}{dots}"
