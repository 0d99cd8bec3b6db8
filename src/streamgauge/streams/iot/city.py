"""CITY: what 90 sensors in seven cities report of the weather, the light and the air."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.iot.base import Observations

if TYPE_CHECKING:
    from streamgauge.streams.iot.maker import Maker

CITY_RATE = "normal:mean=6400,deviation=200,peak=7000"


@dataclass(frozen=True)
class City(Observations):
    """A record a report, all sensors equally often; the five observations as in the public records of each city.

    >>> City(wire="csv").records(0, 1)
    [b'2015-01-27T00:00:00.000Z,ci51672f5b1c06fa9cb0a35bf3f,-71.121427,42.281350,8.3,32.5,0,1346.22,24']
    """

    name: ClassVar[str] = "city"
    base_ms: ClassVar[int] = 1_422_316_800_000  # 2015-01-27T00:00:00Z

    rate: str = CITY_RATE

    def _maker(self) -> "Maker":
        from streamgauge.streams.iot.city_maker import city_maker  # numpy only when records are made

        return city_maker(self)

    def sensor_table(self) -> list[tuple[str, str]]:
        """Every sensor, and the city it is in."""
        from streamgauge.streams.iot.city_maker import city_maker

        return city_maker(self).sensor_table()
