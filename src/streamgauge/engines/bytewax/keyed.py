"""A keyed step at work on one group of its keys: the reference's operator, and what the marks tell."""

import pickle
from collections.abc import Iterable
from typing import Any, TypeAlias

from streamgauge.engines.bytewax.plan import Layout, Mark
from streamgauge.engines.bytewax.routing import BEFORE_ALL, Place
from streamgauge.engines.bytewax.state import operator_for, restore, state_of
from streamgauge.engines.reference.rows import Row
from streamgauge.flow import Step

Arriving: TypeAlias = tuple[int, Row, Place | None] | Mark  # a row, as which input it comes and from where; or a mark
Leaving: TypeAlias = tuple[Row, Place | None] | Mark


class Group:
    """One group. Rows that must be put in order wait here until the marks say that nothing can come before them any more."""

    def __init__(self, layout: Layout, step: Step, saved: bytes | None = None) -> None:
        self._operator = operator_for(step)
        self._delay_ms = layout.flow.source.watermark_delay_ms
        self._is_sorted = layout.is_sorted(step)
        self._passes_on = any(end.name in layout.marked for end in layout.ends(step))
        self._watermark_ms = BEFORE_ALL
        self._held: list[tuple[int, Row, Place]] = []
        # By partition and channel: the offset and the time that have been reached.
        self._reached = [dict.fromkeys(layout.channels(step), (-1, BEFORE_ALL)) for _ in range(layout.input_partitions)]
        self._known = [(-1, BEFORE_ALL)] * layout.input_partitions  # on all channels
        if saved is not None:
            self._resume(saved)

    def on_batch(self, arriving: Iterable[Arriving]) -> list[Leaving]:
        leaving: list[Leaving] = []
        on_row, held = self._operator.on_row, self._held if self._is_sorted else None
        for each in arriving:
            if type(each) is Mark:
                self._on_mark(each, leaving)
            elif held is not None:
                held.append(each)  # type: ignore[arg-type]
            else:
                port, row, place = each  # type: ignore[misc]
                for result in on_row(row, port, self._watermark_ms):
                    leaving.append((result, place))  # noqa: PERF401 - mostly it is one
        return leaving

    def _on_mark(self, mark: Mark, leaving: list[Leaving]) -> None:
        partition, reached = mark.partition, self._reached[mark.partition]
        before = reached[mark.channel]
        reached[mark.channel] = (
            max(before[0], mark.offset),
            max(before[1], mark.time_ms),
        )  # an input that is resumed knows no times
        offset, time_ms = (min(values) for values in zip(*reached.values(), strict=True))
        if (offset, time_ms) == self._known[partition]:
            return
        self._known[partition] = (offset, time_ms)
        if self._is_sorted:
            self._release(partition, offset, leaving)
        watermark_ms = min(time_ms for _, time_ms in self._known) - self._delay_ms
        if watermark_ms > self._watermark_ms:
            self._watermark_ms = watermark_ms
            leaving.extend((row, None) for row in self._operator.on_watermark(watermark_ms))
        if self._passes_on:
            leaving.append(Mark(("", 0), partition, offset, time_ms))

    def _release(self, partition: int, offset: int, leaving: list[Leaving]) -> None:
        """Take in the rows of this partition up to `offset`, record by record; of one record, those of the left input first."""
        due = [each for each in self._held if each[2][0] == partition and each[2][1] <= offset]
        self._held[:] = [each for each in self._held if each[2][0] != partition or each[2][1] > offset]
        due.sort(key=lambda each: (each[2][1], each[0], each[2][2]))
        for number, (port, row, place) in enumerate(due):
            leaving.extend((result, place) for result in self._operator.on_row(row, port, self._watermark_ms))
            if number + 1 == len(due) or due[number + 1][2][1] != place[1]:
                leaving.extend((result, place) for result in self._operator.on_record_end())

    def saved(self) -> bytes:
        """All that a group needs to go on from here."""
        state = (state_of(self._operator), self._watermark_ms, self._held, self._reached, self._known)
        return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)

    def _resume(self, saved: bytes) -> None:
        state: Any
        state, self._watermark_ms, self._held, self._reached, self._known = pickle.loads(saved)  # noqa: S301 - our own
        restore(self._operator, state)
