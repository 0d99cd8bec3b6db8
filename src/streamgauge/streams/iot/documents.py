"""Documents of XML, each with the next records of CITY: what the parse task of the IoT benchmark reads."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.base import Stream
from streamgauge.streams.iot.city import City

NAMES = ("timestamp", "source", "longitude", "latitude", "temperature", "humidity", "light", "dust", "airquality_raw")


@dataclass(frozen=True)
class Documents(Stream):
    """Document i holds the records n i to n i + n - 1 of CITY, as its CSV has them; twenty make the 6 kB of the published one.

    >>> Documents(observations=1).records(0, 1)[0][:90]
    b'<observations><observation><timestamp>2015-01-27T00:00:00.000Z</timestamp><source>ci51672f'
    """

    name: ClassVar[str] = "documents"

    seed: int = 1
    observations: int = 20

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("observations", 1, 1_000)

    def records(self, start: int, count: int) -> list[bytes]:
        size = self.observations
        lines = City(self.seed, wire="csv").records(start * size, count * size)
        parts = [_element(line) for line in lines]
        return [
            b"<observations>" + b"".join(parts[first : first + size]) + b"</observations>"
            for first in range(0, count * size, size)
        ]


def _element(line: bytes) -> bytes:
    return _TEMPLATE % tuple(line.split(b","))


_TEMPLATE = f"<observation>{''.join(f'<{name}>%b</{name}>' for name in NAMES)}</observation>".encode()
