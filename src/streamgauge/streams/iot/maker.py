"""What makes the bytes of CITY, TAXI and FIT, block by block; each says what the fields of a block are."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.columns import Column, digit_column
from streamgauge.streams.generator import Bits, event_keys, stream_key
from streamgauge.streams.iot.base import Observations
from streamgauge.streams.iot.wire import TIMESTAMP, Field, compose
from streamgauge.streams.rates import parse_rate

_BLOCK = 2000  # records whose bytes fit the second-level cache
_NS_PER_MS = 1_000_000


class Maker(ABC):
    """The tables that a stream needs, and the loop over blocks."""

    fields: ClassVar[Sequence[Field]]

    def __init__(self, stream: Observations) -> None:
        self._stream = stream
        self._key = stream_key(stream.seed, stream.name)
        self._rate = parse_rate(stream.rate)

    @abstractmethod
    def columns(self, keys: Bits, times_ms: NDArray[np.int64]) -> Mapping[str, Column]:
        """The fields of events, but the timestamp."""

    @abstractmethod
    def time_text(self, times_ms: NDArray[np.int64]) -> Column:
        """The timestamp as CSV has it; elsewhere it is in milliseconds."""

    def records(self, start: int, count: int) -> list[bytes]:
        wire = self._stream.wire
        made: list[bytes] = []
        for first in range(start, start + count, _BLOCK):
            size = min(_BLOCK, start + count - first)
            times_ms = self.event_times_ms(first, size)
            time = self.time_text(times_ms) if wire == "csv" else digit_column(times_ms)
            columns = self.columns(event_keys(self._key, first, size), times_ms)
            made += compose(wire, self.fields, {TIMESTAMP: time, **columns})
        return made

    def event_times_ms(self, start: int, count: int) -> NDArray[np.int64]:
        whole, rest = np.divmod(self._rate.intended_ns(start, count), _NS_PER_MS)
        times: NDArray[np.int64] = self._stream.base_ms + whole * self._stream.speed + rest * self._stream.speed // _NS_PER_MS
        return times
