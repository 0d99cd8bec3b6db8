"""Labels above a plot, none of them over another: each in the lowest row that has room for it."""

from collections.abc import Sequence
from dataclasses import dataclass

_LETTER_PX = 5.8  # of text of ten pixels, rather more than less
_GAP_PX = 6


@dataclass(frozen=True, slots=True)
class Placed:
    """A label: the middle of it in pixels from the left, and its row, counted from the plot."""

    text: str
    middle_px: float
    row: int


def place_labels(labels: Sequence[tuple[float, str]], width_px: float) -> list[Placed]:
    """Labels by where their middle should be, from left to right; those at an end are moved inside.

    >>> [(each.middle_px, each.row) for each in place_labels([(100, "switch"), (110, "switch"), (300, "switch")], 760)]
    [(100, 0), (110, 1), (300, 0)]
    """
    ends: list[float] = []  # where the last label of each row ends
    placed = []
    for wanted_px, text in sorted(labels):
        half = len(text) * _LETTER_PX / 2
        middle = max(half, min(width_px - half, wanted_px))
        row = next((number for number, end in enumerate(ends) if end + _GAP_PX <= middle - half), len(ends))
        ends[row : row + 1] = [middle + half]
        placed.append(Placed(text, middle, row))
    return placed
