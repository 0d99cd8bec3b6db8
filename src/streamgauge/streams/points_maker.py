"""Makes the points of `Points`: all coordinates are whole numbers of 10^-6."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from streamgauge.errors import RequestError
from streamgauge.streams.columns import Column, join_columns
from streamgauge.streams.domains import exact_decimal
from streamgauge.streams.generator import Bits, below, draw, event_keys, stream_key
from streamgauge.streams.iot.decimals import decimal_column
from streamgauge.streams.normal import normal
from streamgauge.streams.points import Points

PLACES = 6
ONE = 10**PLACES
SIDE = 100 * ONE  # centres lie in [-50, 50)
CENTRE, COMMON, FIRST_NOISE = range(3)  # draws of a point
HALF_ROOT = 46_341  # 2^16 times the root of one half
MOST_CANDIDATES = 100_000

Whole = NDArray[np.int64]

_BLOCK = 4000


@lru_cache(maxsize=8)
def points_maker(stream: Points) -> "PointsMaker":
    """The maker of a stream; kept, because to find its centres costs more than a slice."""
    return PointsMaker(stream)


class PointsMaker:
    """The centres, and the loop over blocks."""

    def __init__(self, stream: Points) -> None:
        self._stream = stream
        self._key = stream_key(stream.seed, stream.name)
        self._spread = int(exact_decimal(stream.spread) * ONE)
        self._centres = _centres(stream)

    def records(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        for first in range(start, start + count, _BLOCK):
            keys = event_keys(self._key, first, min(_BLOCK, start + count - first))
            made += self._written(self._around(keys, below(draw(keys, CENTRE), len(self._centres))))
        return made

    def centre_table(self) -> list[tuple[float, ...]]:
        return _numbers(self._centres)

    def first_points(self) -> list[tuple[float, ...]]:
        keys = event_keys(stream_key(self._stream.seed, "points first"), 0, len(self._centres))
        return _numbers(self._around(keys, np.arange(len(self._centres))))

    def _around(self, keys: Bits, centres: Whole) -> Whole:
        """Half of the variance is common to all coordinates of a point, as in the published data."""
        common = normal(draw(keys, COMMON))
        noise = [normal(draw(keys, FIRST_NOISE + number)) + common for number in range(self._stream.dimensions)]
        moved: Whole = self._centres[centres] + (np.stack(noise, axis=1) * self._spread * HALF_ROOT >> 32)
        return moved

    def _written(self, points: Whole) -> list[bytes]:
        columns: list[Column] = []
        for number, name in enumerate(self._stream.columns):
            columns += [_text(f'{"," if number else "{"}"{name}":', len(points)), decimal_column(points[:, number], PLACES)]
        return join_columns([*columns, _text("}", len(points))])


def _centres(stream: Points) -> Whole:
    """Candidates in turn, as long as they are far enough from all that were taken."""
    keys = event_keys(stream_key(stream.seed, "points centres"), 0, MOST_CANDIDATES)
    candidates = np.stack([below(draw(keys, number), SIDE) - SIDE // 2 for number in range(stream.dimensions)], axis=1)
    nearest = int((exact_decimal(stream.distance) * ONE) ** 2)
    taken = np.empty((0, stream.dimensions), dtype=np.int64)
    for candidate in candidates:
        if (((taken - candidate) ** 2).sum(axis=1) >= nearest).all():
            taken = np.vstack([taken, candidate])
            if len(taken) == stream.centres:
                return taken
    raise RequestError(
        f"{len(taken)} of {stream.centres} centres found room",
        where=f"stream {stream.name}",
        fix=f"fewer centres, or a distance below {stream.distance}",
    )


def _numbers(points: Whole) -> list[tuple[float, ...]]:
    return [tuple(value / ONE for value in point) for point in points.tolist()]


def _text(text: str, count: int) -> Column:
    return np.broadcast_to(np.frombuffer(text.encode(), dtype=np.uint8), (count, len(text)))
