"""Documents of XML, each with the next records of CITY or TAXI: what the parse task of the IoT benchmark reads."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.base import Stream
from streamgauge.streams.iot.city import City
from streamgauge.streams.iot.taxi import Taxi

NAMES = {
    "city": ("timestamp", "source", "longitude", "latitude", "temperature", "humidity", "light", "dust", "airquality_raw"),
    "taxi": (
        "taxi_identifier", "hack_license", "pickup_datetime", "timestamp", "trip_time_in_secs", "trip_distance",
        "pickup_longitude", "pickup_latitude", "dropoff_longitude", "dropoff_latitude", "payment_type", "fare_amount",
        "surcharge", "mta_tax", "tip_amount", "tolls_amount", "total_amount",
    ),
}  # fmt: skip
_SOURCES = {"city": City, "taxi": Taxi}


@dataclass(frozen=True)
class Documents(Stream):
    """Document i holds the records n i to n i + n - 1 of its source, as CSV has them; twenty of CITY make the published 6 kB.

    >>> Documents(observations=1).records(0, 1)[0][:90]
    b'<observations><observation><timestamp>2015-01-27T00:00:00.000Z</timestamp><source>ci51672f'
    """

    name: ClassVar[str] = "documents"

    seed: int = 1
    observations: int = 20
    source: str = "city"

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("observations", 1, 1_000)
        self._require(self.source in NAMES, "source", " or ".join(NAMES))

    def records(self, start: int, count: int) -> list[bytes]:
        size, template = self.observations, _template(NAMES[self.source])
        lines = _SOURCES[self.source](self.seed, wire="csv").records(start * size, count * size)
        parts = [template % tuple(line.split(b",")) for line in lines]
        return [
            b"<observations>" + b"".join(parts[first : first + size]) + b"</observations>"
            for first in range(0, count * size, size)
        ]


def _template(names: tuple[str, ...]) -> bytes:
    return f"<observation>{''.join(f'<{name}>%b</{name}>' for name in names)}</observation>".encode()
