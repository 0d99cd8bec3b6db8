"""A row of the reference engine: a dict of the step's columns and of the marks."""

from typing import Any, TypeAlias

from streamgauge.flow.marks import INTENDED_TIME, ORIGIN

Row: TypeAlias = dict[str, Any]

EVENT_TIME = "_e"  # in milliseconds; travels with the row as far as the flow knows an event time

_MARKS = (INTENDED_TIME, ORIGIN, EVENT_TIME)


def marks(row: Row) -> Row:
    """The marks of a row alone."""
    return {mark: row[mark] for mark in _MARKS if mark in row}
