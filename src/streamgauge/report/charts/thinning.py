"""Long lines in as few places as look the same: of each stretch its lowest and its highest one, so that no peak is lost."""

from collections.abc import Sequence
from math import ceil

MOST_PLACES = 160  # of a line; a chart has some 760 pixels


def thinned(points: Sequence[tuple[float, float]], most: int = MOST_PLACES) -> Sequence[tuple[float, float]]:
    """About so many of the points at most, in order, with both ends.

    >>> thinned([(0, 5), (1, 9), (2, 1), (3, 5), (4, 5), (5, 5)], most=4)
    [(0, 5), (1, 9), (2, 1), (3, 5), (5, 5)]
    """
    if len(points) <= most:
        return points
    width = ceil(len(points) / (most // 2))
    stretches = [points[first : first + width] for first in range(0, len(points), width)]
    found = [point for each in stretches for point in (min(each, key=_height), max(each, key=_height))]
    return sorted({points[0], *found, points[-1]})


def _height(point: tuple[float, float]) -> float:
    return point[1]
