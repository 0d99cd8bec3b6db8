"""Centroids that move towards the points nearest to them: what k-means learns, and how far it still is from the truth."""

from collections.abc import Iterable, Sequence
from math import dist
from typing import Any, TypeAlias

Point: TypeAlias = Sequence[float]


class Centroids:
    """Each centroid is the mean of its first place and of all points that were taken for its own, whenever that was.

    >>> found = Centroids([(0.0, 0.0), (9.0, 0.0)], goals=[(1.0, 0.0), (9.0, 0.0)])
    >>> found.add(found.nearest((2.0, 0.0)), (2.0, 0.0))
    >>> found.places[0], found.points, found.distance
    ([1.0, 0.0], 1, 0.0)
    """

    def __init__(self, places: Iterable[Point], goals: Iterable[Point], weights: Sequence[int] = (), points: int = 0) -> None:
        self.places = [list(place) for place in places]
        self.weights = list(weights) or [1] * len(self.places)
        self.points = points
        self._goals = [tuple(goal) for goal in goals]
        self._distances = [self._to_goal(place) for place in self.places]

    def nearest(self, point: Point) -> int:
        """The centroid that a point belongs to: of several that are equally near, the first."""
        squares = [sum((a - b) * (a - b) for a, b in zip(place, point, strict=True)) for place in self.places]
        return squares.index(min(squares))

    def add(self, centroid: int, total: Point, count: int = 1) -> None:
        """Take in points of a centroid, given as the sum of their coordinates."""
        weight = self.weights[centroid]
        place = [(a * weight + b) / (weight + count) for a, b in zip(self.places[centroid], total, strict=True)]
        self.places[centroid], self.weights[centroid] = place, weight + count
        self.points += count
        self._distances[centroid] = self._to_goal(place)

    @property
    def distance(self) -> float:
        """The mean distance of the centroids from the goals nearest to them."""
        return sum(self._distances) / len(self._distances)

    def to_data(self) -> dict[str, Any]:
        return {"places": self.places, "weights": self.weights, "points": self.points}

    def _to_goal(self, place: Point) -> float:
        return min(dist(place, goal) for goal in self._goals)
