"""Names in charts, whole however long: what was swept follows the engine, and without it names look alike."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt

_BREAK = ", "  # between the engine and each thing that was swept
_LINE_PX = 13
_LETTER_PX = 6.0
_SYMBOL_PX = 34  # of a legend, with the room around it


def name_axis(names: Sequence[str]) -> "alt.Axis":
    """An axis of names, each on as many lines as it has parts."""
    import altair as alt

    lines = _most_lines(names)
    axis = alt.Axis(labelLimit=0, ticks=False, domain=False)
    if lines > 1:
        axis.labelExpr, axis.labelLineHeight = f"split(datum.label, '{_BREAK}')", _LINE_PX
        axis.labelOffset = -_LINE_PX * (lines - 1) / 2
    return axis


def rows_height(names: Sequence[str], least_px: int) -> int:
    """The height of a chart with a row for each name, so that no label reaches into the next row."""
    return len(names) * max(least_px, _LINE_PX * _most_lines(names) + 10)


def legend_columns(names: Sequence[str], width_px: int) -> dict[str, Any]:
    """How many names stand beside each other in a legend, as settings of it; none where all have room in one row.

    >>> legend_columns(["dual", "flink"], 760), legend_columns(["a name that is very long indeed, rate 5"] * 8, 760)
    ({}, {'columns': 2})
    """
    widths = [len(each) * _LETTER_PX + _SYMBOL_PX for each in names]
    return {} if sum(widths) <= width_px else {"columns": max(1, int(width_px // max(widths)))}


def _most_lines(names: Sequence[str]) -> int:
    return max((each.count(_BREAK) + 1 for each in names), default=1)
