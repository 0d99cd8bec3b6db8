"""Makes the records of CITY.

A sensor keeps its place among those of its city: of each observation it has a rank, and reports values from around it. So the
sensors differ as they do in the public records, and all together have exactly the distribution of the city's table.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.columns import Column, between, join_columns, text_column
from streamgauge.streams.generator import Bits, below, draw, event_keys, stream_key
from streamgauge.streams.iot.city import City
from streamgauge.streams.iot.decimals import decimal_column, time_column
from streamgauge.streams.iot.maker import Maker
from streamgauge.streams.iot.quantiles import CELLS, Whole, quantile, read_tables, reflect
from streamgauge.streams.iot.wire import TIMESTAMP, Field
from streamgauge.streams.normal import SIGMA, normal

# City: number of sensors, longitude and latitude of its middle in 10^-6 degrees.
CITIES = {
    "geneva": (14, 6_149_906, 46_197_249),
    "rio": (16, -43_183_301, -22_944_315),
    "shanghai": (10, 121_443_609, 31_232_728),
    "san_francisco": (13, -122_415_348, 37_758_871),
    "singapore": (20, 103_798_312, 1_328_281),
    "boston": (7, -71_110_054, 42_356_753),
    "bangalore": (10, 77_590_533, 12_961_938),
}
SENSORS = sum(sensors for sensors, _, _ in CITIES.values())
AROUND = 40_000  # standard deviation of the sensors' places, in 10^-6 degrees

# Observation: decimal places, and how many tenths of its city's ranks a sensor's values spread over.
OBSERVATIONS = {"temperature": (1, 7), "humidity": (1, 7), "light": (0, 7), "dust": (2, 7), "airquality_raw": (0, 5)}

ID_1, ID_2, LONGITUDE, LATITUDE, FIRST_RANK = range(5)  # draws of a sensor
SENSOR, FIRST_VALUE = range(2)  # draws of an event

_HALF = np.uint64(32)
_UNIT = 1 << 33  # of a rank, in half steps of 32 bits


@lru_cache(maxsize=8)
def city_maker(stream: City) -> "CityMaker":
    """The maker of a stream; kept, because its tables cost more than a slice."""
    return CityMaker(stream)


class CityMaker(Maker):
    fields = (
        Field(TIMESTAMP, "ms"),
        Field("source", "string", is_text=True),
        Field("longitude", "lon"),
        Field("latitude", "lat"),
        Field("temperature", "far"),
        *(Field(name, "per") for name in list(OBSERVATIONS)[1:]),
    )

    def __init__(self, stream: City) -> None:
        super().__init__(stream)
        keys = event_keys(stream_key(stream.seed, "city sensors"), 0, SENSORS)
        counts = np.array([sensors for sensors, _, _ in CITIES.values()])
        self._city = np.repeat(np.arange(len(CITIES)), counts)
        self._neighbours = counts[self._city]  # the sensors of the same city
        ids = zip(draw(keys, ID_1).tolist(), (draw(keys, ID_2) >> _HALF).tolist(), strict=True)
        self._ids = text_column([b"ci5%016x%08x" % each for each in ids])
        self._places = {
            name: decimal_column(np.array([each[place] for each in CITIES.values()])[self._city] + _around(draw(keys, number)), 6)
            for name, place, number in (("longitude", 1, LONGITUDE), ("latitude", 2, LATITUDE))
        }
        self._ranks = {name: self._rank(draw(keys, FIRST_RANK + number)) for number, name in enumerate(OBSERVATIONS)}
        tables = read_tables("city_quantiles.txt")
        self._tables = {name: np.concatenate([tables[f"{city} {name}"] for city in CITIES]) for name in OBSERVATIONS}

    def columns(self, keys: Bits, times_ms: NDArray[np.int64]) -> Mapping[str, Column]:  # noqa: ARG002
        sensor = below(draw(keys, SENSOR), SENSORS)
        columns = {"source": self._ids} | self._places
        made = {name: np.take(column, sensor, axis=0) for name, column in columns.items()}
        for number, (name, (places, _)) in enumerate(OBSERVATIONS.items()):
            made[name] = decimal_column(self._values(name, sensor, draw(keys, FIRST_VALUE + number)), places)
        return made

    def sensor_table(self) -> list[tuple[str, str]]:
        names = list(CITIES)
        return [(each.decode(), names[city]) for each, city in zip(join_columns([self._ids]), self._city.tolist(), strict=True)]

    def time_text(self, times_ms: NDArray[np.int64]) -> Column:
        return between(b"", time_column(times_ms, "ms", b"T"), b"Z")

    def _values(self, name: str, sensor: Whole, bits: Bits) -> Whole:
        """The sensor's rank, moved by up to half of its spread to either side, and mirrored at the ends."""
        neighbours, size = self._neighbours[sensor], self._neighbours[sensor] * _UNIT
        spread: Whole = neighbours * OBSERVATIONS[name][1] // 10
        upper: Whole = (bits >> _HALF).view(np.int64)
        moved: Whole = (2 * self._ranks[name][sensor] + 1) * (_UNIT // 2) + spread * (2 * upper - _UNIT // 2)
        return quantile(self._tables[name], reflect(moved, size), size, self._city[sensor] * (CELLS + 1))

    def _rank(self, bits: Bits) -> Whole:
        """The place of each sensor among those of its city, by a draw."""
        order = np.lexsort((bits, self._city))
        ranks = np.empty(SENSORS, dtype=np.int64)
        first = np.searchsorted(self._city, self._city)
        ranks[order] = np.arange(SENSORS)
        return ranks - first


def _around(bits: Bits) -> Whole:
    moved: Whole = normal(bits) * AROUND // SIGMA
    return moved
