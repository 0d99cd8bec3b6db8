"""Random integers: what the published comparison feeds its tasks with."""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.base import Stream


@dataclass(frozen=True)
class Integers(Stream):
    """JSON objects: event i has the key below(keys) of draw 0 and the value below(largest) of draw 1.

    >>> Integers().records(0, 2)
    [b'{"key":"k94","value":9537333}', b'{"key":"k33","value":3050743}']
    """

    name: ClassVar[str] = "integers"

    seed: int = 1
    keys: int = 100
    largest: int = 20_000_000

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("keys", 1, 10**9)
        self._require_whole("largest", 1, 2**32 - 1)

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.generator import below, draw, event_keys, stream_key  # numpy only when records are made

        events = event_keys(stream_key(self.seed, self.name), start, count)
        keys, values = (below(draw(events, number), n).tolist() for number, n in enumerate((self.keys, self.largest)))
        return [b'{"key":"k%d","value":%d}' % pair for pair in zip(keys, values, strict=True)]
