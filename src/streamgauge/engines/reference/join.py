"""Join: rows wait for their partners as long as one may still come."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.flow import Join, JoinKind
from streamgauge.flow.marks import INTENDED_TIME

_FOR_EVER = 2**63


@dataclass(slots=True)
class Waiting:
    """A row that waits, how long it does, and whether it has met a partner."""

    row: Row
    until_ms: int  # a partner comes before the watermark passes this, or never
    is_matched: bool = False


class JoinOperator(Operator):
    def __init__(self, step: Join) -> None:
        self._step = step
        self._keys = tuple(tuple(pair[side] for pair in step.on) for side in (0, 1))
        self._columns = (step.left.schema.names, step.right.schema.names)
        self._waiting: tuple[dict[Any, list[Waiting]], dict[Any, list[Waiting]]] = ({}, {})
        self._ends: list[tuple[int, int, int, Any, Waiting]] = []  # a heap: who waits no longer, first who is first to go
        self._numbers = count()

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:
        arrived = Waiting(row, self._until_ms(row, port))
        if arrived.until_ms < watermark_ms:
            return  # late: its partners may have been forgotten
        key = tuple(row[name] for name in self._keys[port])
        if None not in key:
            for other in self._waiting[1 - port].get(key, []):
                left, right = (arrived, other) if port == 0 else (other, arrived)
                if self._fits(left.row, right.row):
                    left.is_matched = right.is_matched = True
                    yield self._pair(left.row, right.row)
        self._waiting[port].setdefault(key, []).append(arrived)
        if arrived.until_ms != _FOR_EVER:
            heappush(self._ends, (arrived.until_ms, next(self._numbers), port, key, arrived))

    def on_watermark(self, watermark_ms: int) -> Iterator[Row]:
        while self._ends and self._ends[0][0] < watermark_ms:
            _, _, port, key, over = heappop(self._ends)
            waiting = self._waiting[port]
            waiting[key] = [each for each in waiting[key] if each is not over]
            if not waiting[key]:
                del waiting[key]
            if port == 0 and self._step.outer and not over.is_matched:
                yield self._pair(over.row, None)

    def _until_ms(self, row: Row, port: int) -> int:
        match self._step.how:
            case JoinKind.INTERVAL:
                return int(row[EVENT_TIME] + (self._step.after_ms if port == 0 else self._step.before_ms))
            case JoinKind.WINDOW:
                return int(row[EVENT_TIME] // self._step.size_ms * self._step.size_ms + self._step.size_ms - 1)
            case _:
                return _FOR_EVER

    def _fits(self, left: Row, right: Row) -> bool:
        match self._step.how:
            case JoinKind.INTERVAL:
                return bool(-self._step.before_ms <= right[EVENT_TIME] - left[EVENT_TIME] <= self._step.after_ms)
            case JoinKind.WINDOW:
                return bool(left[EVENT_TIME] // self._step.size_ms == right[EVENT_TIME] // self._step.size_ms)
            case _:
                return True

    def _pair(self, left: Row, right: Row | None) -> Row:
        """The columns of both; the newer of the two gives the times."""
        row = {name: left[name] for name in self._columns[0]}
        row |= {name: None if right is None else right[name] for name in self._columns[1]}
        if right is not None and self._step.later_side is not None:
            row[EVENT_TIME] = (left, right)[self._step.later_side][EVENT_TIME]
        return row | {INTENDED_TIME: max(left[INTENDED_TIME], right[INTENDED_TIME] if right else 0)}
