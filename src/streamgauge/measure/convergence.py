"""Convergence: how far what was learned is from the truth, after so many points."""


class Convergence:
    """A curve of distance over points, kept every hundredth of the way so far: where it bends there are many places.

    >>> curve = Convergence()
    >>> for points in range(1, 1001):
    ...     curve.add(points, 1 / points)
    >>> len(curve.places), curve.places[:2], curve.places[-1]
    (384, [(1, 1.0), (2, 0.5)], (1000, 0.001))
    """

    def __init__(self) -> None:
        self._kept: list[tuple[int, float]] = []
        self._last: tuple[int, float] | None = None
        self._due = 0

    def add(self, points: int, distance: float) -> None:
        self._last = (points, distance)
        if points >= self._due:
            self._kept.append(self._last)
            self._due = points + max(1, points // 100)

    @property
    def places(self) -> list[tuple[int, float]]:
        """Points and distance, the last one always among them."""
        is_kept = not self._kept or self._kept[-1] == self._last
        return list(self._kept) if is_kept or self._last is None else [*self._kept, self._last]
