"""Makes the events of `NexmarkStream`, block by block: each kind apart, then all in the order of their arrival."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from streamgauge.streams.nexmark.arrivals import Arrivals, mark_late
from streamgauge.streams.nexmark.fields import Part
from streamgauge.streams.nexmark.kinds.auctions import make_auctions
from streamgauge.streams.nexmark.kinds.bids import make_bids
from streamgauge.streams.nexmark.kinds.persons import make_persons
from streamgauge.streams.nexmark.pace import paces
from streamgauge.streams.nexmark.proportions import AUCTIONS, PERIOD, PERSONS
from streamgauge.streams.nexmark.timeline import Timeline
from streamgauge.streams.nexmark.wire import json_records

if TYPE_CHECKING:
    from streamgauge.streams.nexmark.stream import NexmarkStream
    from streamgauge.streams.nexmark.tables import NexmarkTables

_KINDS = (("person", make_persons), ("auction", make_auctions), ("bid", make_bids))
_BLOCK_EVENTS, _BLOCK_BYTES = 1 << 13, 1 << 21  # that are put in order together, at most: a sender waits for them
_PART_BYTES = 1 << 18  # of events that are made together: what fits the second-level cache


@lru_cache(maxsize=8)
def nexmark_maker(stream: "NexmarkStream") -> "NexmarkMaker":
    """The maker of a stream; kept, because it keeps the blocks that it made last."""
    return NexmarkMaker(stream)


class NexmarkMaker:
    """Blocks begin at multiples of their size and the last ones are kept, so that small slices cost as little as large ones."""

    def __init__(self, stream: "NexmarkStream") -> None:
        self._stream = stream
        self._arrivals = Arrivals(stream, Timeline(stream.base_ms, paces(stream)))
        sizes = (stream.avg_person_byte_size, stream.avg_auction_byte_size, stream.avg_bid_byte_size)
        self._part_sizes = [max(PERIOD, _PART_BYTES // (size + 1)) for size in sizes]
        self._block = max(PERIOD, min(_BLOCK_EVENTS, _BLOCK_BYTES // _average_bytes(stream)))
        self._records = lru_cache(maxsize=2)(self._make_records)

    def records(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        for first in self._blocks(start, count):
            made += self._records(first)[max(start - first, 0) : start + count - first]
        return made

    def tables(self, start: int, count: int) -> "NexmarkTables":
        from streamgauge.streams.nexmark.tables import nexmark_tables

        cuts = [start, *self._blocks(start, count)[1:], start + count]
        return nexmark_tables((first, part) for first, end in pairwise(cuts) for part in self._parts(first, end - first))

    def _blocks(self, start: int, count: int) -> range:
        """Where the blocks begin of which a slice has a part."""
        return range(start - start % self._block, start + count, self._block)

    def _make_records(self, start: int) -> list[bytes]:
        return json_records(self._parts(start, self._block))

    def _parts(self, start: int, count: int) -> Iterator[Part]:
        """The events of a slice, kind by kind; at least one part of each."""
        events = self._arrivals.events(start, count)
        places = events.ids % PERIOD
        kinds = (places >= PERSONS).astype(np.int8) + (places >= PERSONS + AUCTIONS)
        for number, (kind, make) in enumerate(_KINDS):
            rows, size = np.flatnonzero(kinds == number), self._part_sizes[number]
            for first in range(0, max(len(rows), 1), size):
                some = events.at(rows[first : first + size])
                fields = make(self._stream, some)
                if self._stream.late_share:
                    mark_late(fields, some.is_late)
                if self._stream.arrival_rate:
                    fields["arrival"] = self._stream.base_ms + (some.rows + start) * 1000 // self._stream.arrival_rate
                yield Part(kind, some.rows, fields)


def _average_bytes(stream: "NexmarkStream") -> int:
    bids = PERIOD - PERSONS - AUCTIONS
    persons_bytes, auctions_bytes = PERSONS * stream.avg_person_byte_size, AUCTIONS * stream.avg_auction_byte_size
    return (persons_bytes + auctions_bytes + bids * stream.avg_bid_byte_size) // PERIOD + 1
