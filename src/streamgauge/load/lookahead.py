"""Records made before they are due: a bounded number, in slices so small that making one delays nothing noticeably.

Some streams need long for a record. A slice that took long is followed by smaller ones; what is in the records does not depend
on it.
"""

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.base import Stream
from streamgauge.streams.rates import RateShape

SLICE_RECORDS = 500
AHEAD_RECORDS = 10_000
LONGEST_NS = 2_000_000  # that making a slice may take
BATCH_RECORDS = 100  # few, because a batch is as late as its oldest record at the end of its hand-over


@dataclass(frozen=True, slots=True)
class Slice:
    """Consecutive records and their intended times."""

    first_event: int
    values: list[bytes]
    intended_ns: NDArray[np.int64]

    def cut(self, at: int) -> "tuple[Slice, Slice]":
        """The first `at` records, and the others."""
        return (
            Slice(self.first_event, self.values[:at], self.intended_ns[:at]),
            Slice(self.first_event + at, self.values[at:], self.intended_ns[at:]),
        )


class LookAhead:
    """The next records of a stream, due by a schedule that starts with the first of them."""

    def __init__(self, stream: Stream, rate: RateShape, first_event: int, events: int) -> None:
        self._stream = stream
        self._rate = rate
        self._first_event = first_event
        self._events = events
        self._made = 0
        self._slices: deque[Slice] = deque()
        self._waiting = 0
        self._size = SLICE_RECORDS

    @property
    def is_done(self) -> bool:
        """Whether every record has been taken."""
        return self._made == self._events and not self._slices

    @property
    def has_room(self) -> bool:
        """Whether another slice may be made."""
        return self._made < self._events and self._waiting + SLICE_RECORDS <= AHEAD_RECORDS

    @property
    def next_due_ns(self) -> int:
        """The intended time of the next record; there must be one."""
        return int(self._slices[0].intended_ns[0])

    def make_slice(self) -> None:
        """Make the next few records."""
        count, began_ns = min(self._size, self._events - self._made), time.monotonic_ns()
        first_event = self._first_event + self._made
        values = self._stream.records(first_event, count)
        self._size = _next_size(count, time.monotonic_ns() - began_ns)
        self._slices.append(Slice(first_event, values, self._rate.intended_ns(self._made, count)))
        self._made += count
        self._waiting += count

    def take_due(self, elapsed_ns: int) -> Iterator[Slice]:
        """Take out every record that is due, in order, a batch at a time."""
        while self._slices and self.next_due_ns <= elapsed_ns:
            front = self._slices.popleft()
            due = min(int(front.intended_ns.searchsorted(elapsed_ns, side="right")), BATCH_RECORDS)
            if due < len(front.values):
                front, rest = front.cut(due)
                self._slices.appendleft(rest)
            self._waiting -= due
            yield front


def _next_size(size: int, took_ns: int) -> int:
    """Half of it after a slice that took too long; twice, after one that was quick."""
    if took_ns > LONGEST_NS:
        return max(1, size // 2)
    return min(SLICE_RECORDS, 2 * size) if took_ns < LONGEST_NS // 4 else size
