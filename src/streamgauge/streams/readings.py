"""Readings: records with a key, two numbers and a time; the stream of the small flows that measure one operator each."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.base import Stream

BASE_MS = 1_436_918_400_000  # 2015-07-15T00:00:00Z, as in NEXMark
LARGEST_VALUE = 1000


@dataclass(frozen=True)
class Readings(Stream):
    """JSON objects: event i has key below(keys) of draw 0, value below(1000) of draw 1, x = value / 8, and the time
    base + floor(1000 i / events_per_second) - below(disorder_ms + 1) of draw 2.

    >>> Readings().records(0, 1)
    [b'{"key":"k61","value":805,"x":100.625,"at":1436918400000}']
    """

    name: ClassVar[str] = "readings"

    seed: int = 1
    keys: int = 100
    events_per_second: int = 1_000
    disorder_ms: int = 0

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("keys", 1, 10**9)
        self._require_whole("events_per_second", 1, 10**9)
        self._require_whole("disorder_ms", 0, 86_400_000)

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.generator import below, draw, event_keys, stream_key  # numpy only when records are made

        events = event_keys(stream_key(self.seed, self.name), start, count)
        keys, values, late = (
            below(draw(events, d), n).tolist() for d, n in enumerate((self.keys, LARGEST_VALUE, self.disorder_ms + 1))
        )
        rows = zip(range(start, start + count), keys, values, late, strict=True)
        return [
            b'{"key":"k%d","value":%d,"x":%s,"at":%d}'
            % (key, value, repr(value / 8).encode(), BASE_MS + 1000 * number // self.events_per_second - behind)
            for number, key, value, behind in rows
        ]
