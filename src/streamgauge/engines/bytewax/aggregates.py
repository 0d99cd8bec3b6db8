"""Aggregates as the reference defines them, laid out for speed: little is done for a row that could be done once for the step."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.flow import Aggregate, Emission, Same, Sliding, Tumbling
from streamgauge.flow.expressions.aggregates import AGGREGATES
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.windows import END, START

Key: TypeAlias = tuple[Any, ...]
State: TypeAlias = list[Any]  # of each measure, and at the end the newest intended time


class QuickMeasures:
    """The measures of one key."""

    def __init__(self, step: Aggregate) -> None:
        functions = [AGGREGATES[measure.function] for _, measure in step.expressions]
        arguments = [[compile_expr(argument) for argument in measure.arguments] for _, measure in step.expressions]
        self._steps = [_taking(place, f.step, a) for place, (f, a) in enumerate(zip(functions, arguments, strict=True))]
        self._results = [
            (name, f.result, place) for place, ((name, _), f) in enumerate(zip(step.expressions, functions, strict=True))
        ]
        self._empty = [function.empty for function in functions]

    def empty(self) -> State:
        return [*(empty() for empty in self._empty), 0]

    def add(self, state: State, row: Row) -> None:
        for take in self._steps:
            take(state, row)
        newest_ms = row[INTENDED_TIME]
        if newest_ms > state[-1]:  # noqa: PLR1730 - quicker than a call of max
            state[-1] = newest_ms

    def put(self, state: State, row: Row) -> Row:
        """`row` with the measures and the newest time in it."""
        for name, result, place in self._results:
            row[name] = result(state[place])
        row[INTENDED_TIME] = state[-1]
        return row


def _taking(place: int, step: Callable[..., Any], arguments: Sequence[Callable[[Row], Any]]) -> Callable[[State, Row], None]:
    """How one measure takes in a row: one with a null among its arguments is passed over."""

    def without(state: State, _: Row) -> None:
        state[place] = step(state[place])

    def with_one(state: State, row: Row) -> None:
        value = arguments[0](row)
        if value is not None:
            state[place] = step(state[place], value)

    def with_several(state: State, row: Row) -> None:
        values = [argument(row) for argument in arguments]
        if None not in values:
            state[place] = step(state[place], *values)

    return (without, with_one, with_several)[min(len(arguments), 2)]


class QuickRolling(Operator):
    """All rows so far."""

    def __init__(self, step: Aggregate) -> None:
        self._keys = step.keys
        self._measures = QuickMeasures(step)
        self._states: dict[Any, State] = {}
        self._key = itemgetter(*step.keys) if step.keys else lambda _: ()  # of one column, its value alone

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        key = self._key(row)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = self._measures.empty()
        self._measures.add(state, row)
        return (self._measures.put(state, {name: row[name] for name in self._keys}),)


class QuickWindowed(Operator):
    """Tumbling and sliding windows, and windows that the rows bring along; by their end, since that is how they are closed."""

    def __init__(self, step: Aggregate) -> None:
        self._keys, self._window = step.keys, step.window
        self._updates = step.emission is Emission.UPDATE
        self._measures = QuickMeasures(step)
        self._states: dict[int, dict[tuple[int, Key], State]] = {}

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        key = tuple([row[name] for name in self._keys])
        updates = []
        for start, end in self._windows(row, watermark_ms):
            places = self._states.setdefault(end, {})
            state = places.get((start, key))
            if state is None:
                state = places[start, key] = self._measures.empty()
            self._measures.add(state, row)
            if self._updates:
                updates.append(self._row(key, start, end, state))
        return updates

    def on_watermark(self, watermark_ms: int) -> Iterable[Row]:
        closed = sorted(end for end in self._states if end <= watermark_ms)
        rows = [(end, *place, state) for end in closed for place, state in self._states.pop(end).items()]
        return [] if self._updates else [self._row(key, start, end, state) for end, start, key, state in rows]

    def _windows(self, row: Row, watermark_ms: int) -> list[tuple[int, int]]:
        """The windows of a row that are not over; those that rows bring along close with the ones they came from."""
        match self._window:
            case Same():
                return [(row[START], row[END])]
            case Tumbling() | Sliding() as window:
                starts = window.starts(row[EVENT_TIME])
                return [(start, start + window.size_ms) for start in starts if start + window.size_ms > watermark_ms]
        raise TypeError(f"{self._window} is no window of this kind")

    def _row(self, key: Key, start: int, end: int, state: State) -> Row:
        row = dict(zip(self._keys, key, strict=True))
        row[START], row[END] = start, end
        return self._measures.put(state, row)
