"""Steps whose result depends on order, as pure functions of one key's state and its next row.

Engines that can keep a state for each key run these as they are; that is why a state is a tuple of the language's types. An
aggregate of everything so far depends on no order, and is here for engines whose own cannot stand where it stands.
"""

import base64
import pickle
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.rows import Row
from streamgauge.engines.reference.stateful import Measures
from streamgauge.flow import LONG, STRING, Aggregate, Count, Fold, Join, Schema, Step, array_of
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.windows import END, START

State: TypeAlias = tuple[Any, ...]


class OrderedStep(ABC):
    """What one row of a key does: from a state and a row follow the next state and the rows to write."""

    keys: tuple[tuple[str, ...], ...]  # the key columns of each input; null is a key like others unless `null_is_no_key`
    null_is_no_key: bool = False
    state: Schema
    empty: State

    @abstractmethod
    def step(self, state: State, row: Row, port: int) -> tuple[State, Iterable[Row]]:
        """Take in a row that comes from input number `port`."""


def ordered_step(step: Step) -> OrderedStep:
    """The step at work on one key."""
    match step:
        case Fold():
            return FoldStep(step)
        case Aggregate(window=Count()):
            return CountWindowStep(step)
        case Aggregate(window=None):
            return RollingStep(step)
        case Join():
            return RetainedJoinStep(step)
    raise TypeError(f"{step.label} does not depend on order")


class OrderedOperator(Operator):
    """The states of all keys. Rows from two inputs wait for each other: of one record, those of the left come first."""

    def __init__(self, step: Step) -> None:
        self._step = ordered_step(step)
        self._states: dict[State, State] = {}
        self._held: list[list[Row]] = [[] for _ in step.upstreams]

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        if len(self._held) == 1:
            return self._taken_in(row, port)
        self._held[port].append(row)
        return ()

    def on_record_end(self) -> Iterator[Row]:
        for port, rows in enumerate(self._held):
            for row in rows:
                yield from self._taken_in(row, port)
            rows.clear()

    def _taken_in(self, row: Row, port: int) -> Iterable[Row]:
        key = tuple(row[name] for name in self._step.keys[port])
        if self._step.null_is_no_key and None in key:
            return ()
        self._states[key], rows = self._step.step(self._states.get(key, self._step.empty), row, port)
        return rows


class FoldStep(OrderedStep):
    """A kernel; a row it writes is as new as the record that caused it."""

    def __init__(self, step: Fold) -> None:
        self.keys = (step.keys,)
        self.state = step.computation.state
        self.empty = step.computation.empty(step.settings)
        self._kernel, self._settings = step.computation.step, step.settings
        self._arguments = [compile_expr(expression) for expression in step.expressions]
        self._outputs = step.computation.outputs.names
        self._passing = (*step.keys, *step.carried, INTENDED_TIME)

    def step(self, state: State, row: Row, port: int) -> tuple[State, Iterable[Row]]:  # noqa: ARG002
        arguments = tuple(argument(row) for argument in self._arguments)
        state, outputs = self._kernel(self._settings, state, arguments)
        passing = {name: row[name] for name in self._passing}
        return state, [passing | dict(zip(self._outputs, values, strict=True)) for values in outputs]


class CountWindowStep(OrderedStep):
    """The number at which the next window to fill starts, and the rows it has, as JSON."""

    state = Schema.of(start=LONG, rows=array_of(STRING))
    empty = (0, ())

    def __init__(self, step: Aggregate) -> None:
        assert isinstance(step.window, Count)  # noqa: S101
        self.keys = (step.keys,)
        self._size, self._slide = step.window.size, step.window.slide
        self._measures = Measures(step)
        self._columns = (*self._measures.columns, INTENDED_TIME)

    def step(self, state: State, row: Row, port: int) -> tuple[State, Iterable[Row]]:  # noqa: ARG002
        start, kept = state[0], (*state[1], _packed({name: row[name] for name in self._columns}))
        if len(kept) < self._size:
            return (start, kept), ()
        measured = self._measures.empty()
        for each in kept:
            self._measures.add(measured, _unpacked(each))
        full = {name: row[name] for name in self.keys[0]} | {START: start, END: start + self._size}
        return (start + self._slide, kept[self._slide :]), (full | self._measures.row(measured),)


class RollingStep(OrderedStep):
    """What the measures of all rows so far have come to."""

    state = Schema.of(measured=STRING)
    empty = (None,)

    def __init__(self, step: Aggregate) -> None:
        self.keys = (step.keys,)
        self._measures = Measures(step)

    def step(self, state: State, row: Row, port: int) -> tuple[State, Iterable[Row]]:  # noqa: ARG002
        measured = self._measures.empty() if state[0] is None else pickle.loads(base64.b64decode(state[0]))  # noqa: S301 - ours
        self._measures.add(measured, row)
        key = {name: row[name] for name in self.keys[0]}
        return (base64.b64encode(pickle.dumps(measured)).decode(),), (key | self._measures.row(measured),)


class RetainedJoinStep(OrderedStep):
    """The newest left row, and the right ones that came before there was any, as JSON."""

    state = Schema.of(left=STRING, waiting=array_of(STRING))
    empty = (None, ())
    null_is_no_key = True

    def __init__(self, step: Join) -> None:
        self.keys = (tuple(left for left, _ in step.on), tuple(right for _, right in step.on))
        self._columns = tuple((*side.schema.names, INTENDED_TIME) for side in (step.left, step.right))

    def step(self, state: State, row: Row, port: int) -> tuple[State, Iterable[Row]]:
        left, waiting = state
        arrived = {name: row[name] for name in self._columns[port]}
        if port == 0:
            return (_packed(arrived), ()), [_pair(arrived, _unpacked(right)) for right in waiting]
        if left is None:
            return (None, (*waiting, _packed(arrived))), ()
        return state, (_pair(_unpacked(left), arrived),)


def _pair(left: Row, right: Row) -> Row:
    return left | right | {INTENDED_TIME: max(left[INTENDED_TIME], right[INTENDED_TIME])}


def _packed(row: Row) -> str:
    return msgspec.json.encode(row).decode()


def _unpacked(text: str) -> Row:
    row: Row = msgspec.json.decode(text)
    return row
