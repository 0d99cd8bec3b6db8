"""Steps with state: aggregates over everything, over windows and over sessions; the first row of each key."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.flow import Aggregate, Dedup, Emission, Same, Session, Sliding, Tumbling
from streamgauge.flow.expressions.aggregates import AGGREGATES
from streamgauge.flow.expressions.tree import columns_of
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.windows import END, START

Key: TypeAlias = tuple[Any, ...]


class Measures:
    """The measures of one key: how a row is taken in, and what they come to."""

    def __init__(self, step: Aggregate) -> None:
        self._names = [name for name, _ in step.expressions]
        arguments = [argument for _, measure in step.expressions for argument in measure.arguments]
        self.columns = tuple(sorted({name for argument in arguments for name in columns_of(argument)}))  # what they read of a row
        self._functions = [AGGREGATES[measure.function] for _, measure in step.expressions]
        self._arguments = [[compile_expr(argument) for argument in measure.arguments] for _, measure in step.expressions]

    def empty(self) -> list[Any]:
        """The state before any row; the last place is the newest intended time."""
        return [function.empty() for function in self._functions] + [0]

    def add(self, state: list[Any], row: Row) -> None:
        for position, (function, arguments) in enumerate(zip(self._functions, self._arguments, strict=True)):
            values = [argument(row) for argument in arguments]
            if None not in values:
                state[position] = function.step(state[position], *values)
        state[-1] = max(state[-1], row[INTENDED_TIME])

    def merge(self, state: list[Any], other: list[Any]) -> list[Any]:
        merged = [function.merge(a, b) for function, a, b in zip(self._functions, state, other, strict=False)]
        return [*merged, max(state[-1], other[-1])]

    def row(self, state: list[Any]) -> Row:
        results = [function.result(each) for function, each in zip(self._functions, state, strict=False)]
        return dict(zip(self._names, results, strict=True)) | {INTENDED_TIME: state[-1]}


class RollingAggregate(Operator):
    """All rows so far: every row that comes in makes a new row go out."""

    def __init__(self, step: Aggregate) -> None:
        self._keys = step.keys
        self._measures = Measures(step)
        self._states: dict[Key, list[Any]] = {}

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:  # noqa: ARG002
        key = tuple(row[name] for name in self._keys)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = self._measures.empty()
        self._measures.add(state, row)
        yield dict(zip(self._keys, key, strict=True)) | self._measures.row(state)


class WindowedAggregate(Operator):
    """Tumbling and sliding windows, and windows that the rows bring along."""

    def __init__(self, step: Aggregate) -> None:
        self._keys, self._window = step.keys, step.window
        self._updates = step.emission is Emission.UPDATE
        self._measures = Measures(step)
        self._states: dict[tuple[int, int, Key], list[Any]] = {}

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:  # noqa: ARG002
        key = tuple(row[name] for name in self._keys)
        for start, end in self._windows(row):
            # A window that the rows bring along closes together with the one it came from, so it cannot be late.
            if end <= watermark_ms and not isinstance(self._window, Same):
                continue
            place = (end, start, key)
            state = self._states.get(place)
            if state is None:
                state = self._states[place] = self._measures.empty()
            self._measures.add(state, row)
            if self._updates:
                yield self._row(place, state)

    def on_watermark(self, watermark_ms: int) -> Iterator[Row]:
        closed = [place for place in self._states if place[0] <= watermark_ms]
        for place in closed:
            state = self._states.pop(place)
            if not self._updates:
                yield self._row(place, state)

    def _windows(self, row: Row) -> Iterable[tuple[int, int]]:
        if isinstance(self._window, Tumbling | Sliding):
            size = self._window.size_ms
            return [(start, start + size) for start in self._window.starts(row[EVENT_TIME])]
        return [(row[START], row[END])]

    def _row(self, place: tuple[int, int, Key], state: list[Any]) -> Row:
        end, start, key = place
        return dict(zip(self._keys, key, strict=True)) | {START: start, END: end} | self._measures.row(state)


class SessionAggregate(Operator):
    """Sessions: windows that grow, and grow together."""

    def __init__(self, step: Aggregate) -> None:
        assert isinstance(step.window, Session)  # noqa: S101
        self._keys, self._gap_ms = step.keys, step.window.gap_ms
        self._measures = Measures(step)
        self._sessions: dict[Key, list[tuple[int, int, list[Any]]]] = {}

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        start, end = row[EVENT_TIME], row[EVENT_TIME] + self._gap_ms
        if end <= watermark_ms:
            return ()
        key = tuple(row[name] for name in self._keys)
        state = self._measures.empty()
        self._measures.add(state, row)
        apart = []
        for session in self._sessions.get(key, []):
            if session[0] <= end and start <= session[1]:
                start, end = min(start, session[0]), max(end, session[1])
                state = self._measures.merge(session[2], state)
            else:
                apart.append(session)
        self._sessions[key] = [*apart, (start, end, state)]
        return ()

    def on_watermark(self, watermark_ms: int) -> Iterator[Row]:
        # A record at the watermark is not late, and would still join a session that ends there.
        for key, sessions in list(self._sessions.items()):
            for start, end, state in [session for session in sessions if session[1] < watermark_ms]:
                yield dict(zip(self._keys, key, strict=True)) | {START: start, END: end} | self._measures.row(state)
            self._sessions[key] = [session for session in sessions if session[1] >= watermark_ms]
            if not self._sessions[key]:
                del self._sessions[key]


class DedupOperator(Operator):
    """The first row of each key."""

    def __init__(self, step: Dedup) -> None:
        self._keys = step.keys
        self._seen: set[Key] = set()

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:  # noqa: ARG002
        key = tuple(row[name] for name in self._keys)
        if key not in self._seen:
            self._seen.add(key)
            yield {name: row[name] for name in self._keys} | {m: row[m] for m in (INTENDED_TIME, EVENT_TIME) if m in row}


def aggregate_operator(step: Aggregate) -> Operator:
    if step.window is None:
        return RollingAggregate(step)
    return SessionAggregate(step) if isinstance(step.window, Session) else WindowedAggregate(step)
