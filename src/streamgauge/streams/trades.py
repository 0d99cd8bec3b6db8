"""Trades and quotes: the stream of the bargain index."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.base import Stream
from streamgauge.streams.readings import BASE_MS

LOWEST_CENTS, STEP_CENTS, SPREAD_CENTS = 5_000, 100, 1_001
LARGEST_VOLUME = 1_000


@dataclass(frozen=True)
class Trades(Stream):
    """JSON objects: event i has id i and is a trade or a quote by below(2) of draw 0, of symbol below(symbols) of draw 1, at
    5,000 + 100 symbol + below(1,001) of draw 2 cents, of volume 1 + below(1,000) of draw 3, at base + floor(1000 i /
    events_per_second) milliseconds.

    >>> Trades().records(0, 1)
    [b'{"id":0,"kind":"trade","symbol":"S1","price":5558,"volume":671,"at":1436918400000}']
    """

    name: ClassVar[str] = "trades"

    seed: int = 1
    symbols: int = 3
    events_per_second: int = 1_000

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("symbols", 1, 10**6)
        self._require_whole("events_per_second", 1, 10**9)

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.generator import below, draw, event_keys, stream_key  # numpy only when records are made

        events = event_keys(stream_key(self.seed, self.name), start, count)
        sizes = (2, self.symbols, SPREAD_CENTS, LARGEST_VOLUME)
        draws = [below(draw(events, number), size).tolist() for number, size in enumerate(sizes)]
        return [
            b'{"id":%d,"kind":"%s","symbol":"S%d","price":%d,"volume":%d,"at":%d}'
            % (
                number,
                b"quote" if is_quote else b"trade",
                symbol,
                LOWEST_CENTS + STEP_CENTS * symbol + above,
                1 + volume,
                BASE_MS + 1000 * number // self.events_per_second,
            )
            for number, is_quote, symbol, above, volume in zip(range(start, start + count), *draws, strict=True)
        ]
