"""Points around centres: the stream of KMeans (seed work 000)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.base import Stream

if TYPE_CHECKING:
    from streamgauge.streams.points_maker import PointsMaker

MOST_DIMENSIONS = 16


@dataclass(frozen=True)
class Points(Stream):
    """JSON objects with the coordinates x0, x1, ...: a centre, all equally often, and noise; `docs/kmeans.md` defines every byte.

    >>> Points().records(0, 1)
    [b'{"x0":16.794177,"x1":-31.865834}']
    """

    name: ClassVar[str] = "points"

    seed: int = 1
    centres: int = 96
    dimensions: int = 2
    spread: float = 2  # standard deviation of a coordinate
    distance: float = 8.5  # between two centres at least

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("centres", 1, 1_000)
        self._require_whole("dimensions", 1, MOST_DIMENSIONS)
        self._require_decimal("spread", 0, 100)
        self._require_decimal("distance", 0, 100)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"x{number}" for number in range(self.dimensions))

    def records(self, start: int, count: int) -> list[bytes]:
        return self._maker().records(start, count)

    def centre_table(self) -> list[tuple[float, ...]]:
        """The centres; refused where so many do not find room so far apart."""
        return self._maker().centre_table()

    def first_points(self) -> list[tuple[float, ...]]:
        """A point of each centre, drawn like all others but not among them: what clustering begins with."""
        return self._maker().first_points()

    def _maker(self) -> "PointsMaker":
        from streamgauge.streams.points_maker import points_maker  # numpy only when points are made

        return points_maker(self)
