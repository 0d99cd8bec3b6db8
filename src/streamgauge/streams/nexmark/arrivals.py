"""In which order events arrive: Beam's shuffled groups, and events that are held back.

Only the order changes, never an event. Late events need the numbers of a whole block to be put in order, so the order of
the blocks last asked for is kept.
"""

from functools import lru_cache
from typing import cast

import numpy as np

from streamgauge.streams.generator import below, chance, draw, event_keys, stream_key
from streamgauge.streams.nexmark.draws.java_random import Numbers, Truths
from streamgauge.streams.nexmark.events import Events
from streamgauge.streams.nexmark.fields import NOTHING, Fields, Text
from streamgauge.streams.nexmark.pace import most_events_within
from streamgauge.streams.nexmark.stream import GROUP_FACTOR, NexmarkStream
from streamgauge.streams.nexmark.timeline import Timeline

IS_LATE, DELAY = range(2)

_SMALLEST_BLOCK = 1 << 16
_LATE = np.frombuffer(b"LATE: ", dtype=np.uint8)


class Arrivals:
    """The events of a stream, in the order in which they arrive."""

    def __init__(self, stream: NexmarkStream, timeline: Timeline) -> None:
        self._stream = stream
        self._timeline = timeline
        self._key = stream_key(stream.seed, "nexmark late")
        self._block = late_block(stream)
        self._ordered = lru_cache(maxsize=2)(self._order_block)

    def events(self, start: int, count: int) -> Events:
        """The events that come in the places `start` to `start + count - 1`."""
        if self._stream.late_share:
            places, is_late = self._late_order(start, count)
        else:
            places, is_late = np.arange(start, start + count), np.zeros(count, dtype=np.bool_)
        numbers = self._shuffled(places)
        return Events(np.arange(count), numbers, numbers + self._stream.first_event_id, is_late, self._timeline)

    def _late_order(self, start: int, count: int) -> tuple[Numbers, Truths]:
        """A slice of the order of all blocks; which of its events are late."""
        parts = []
        for first in range(start - start % self._block, start + max(count, 1), self._block):
            cut = slice(max(start - first, 0), start + count - first)
            parts.append([column[cut] for column in self._ordered(first)])
        places, is_late = zip(*parts, strict=True)
        return np.concatenate(places), np.concatenate(is_late)

    def _order_block(self, start: int) -> tuple[Numbers, Truths]:
        """What is due first comes first; what is held back is due later, and comes at the latest at the end of the block."""
        places = np.arange(start, start + self._block)
        keys = event_keys(self._key, start, self._block)
        is_late = chance(draw(keys, IS_LATE), self._stream.late_share)
        delays_ms = np.where(is_late, below(draw(keys, DELAY), self._stream.late_ms) + 1, 0)
        order = np.argsort(self._timeline.times_ms(places) + delays_ms, kind="stable")
        return places[order], is_late[order]

    def _shuffled(self, places: Numbers) -> Numbers:
        """Beam's shuffle inside groups of a fixed size."""
        size = self._stream.out_of_order_group_size
        return places if size == 1 else places // size * size + places * GROUP_FACTOR % size


def late_block(stream: NexmarkStream) -> int:
    """How many events are put in order together when some are late: a power of two, four times the longest delay or more."""
    least = max(_SMALLEST_BLOCK, 4 * most_events_within(stream, stream.late_ms))
    return 1 << (least - 1).bit_length()


def mark_late(fields: Fields, is_late: Truths) -> None:
    """Put before the filler of late events what Beam puts there."""
    extra = cast("Text", fields["extra"])
    marks = np.where(is_late[:, None], _LATE, np.uint8(NOTHING))
    fields["extra"] = Text(np.hstack([marks, extra.column]), extra.lengths + is_late * len(_LATE))
