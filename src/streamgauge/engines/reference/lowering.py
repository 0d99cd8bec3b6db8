"""Steps as Python functions: each turns one row into the rows that leave the step.

A row is a dict of the step's columns and the two marks. State lives in the function that a stateful step becomes.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import singledispatch
from typing import TypeAlias

from streamgauge.engines.reference.expressions import Row, compile_expr
from streamgauge.flow import Aggregate, Explode, Filter, Flow, Select, Sink, Source, Step
from streamgauge.flow.expressions.aggregates import AGGREGATES
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN
from streamgauge.transport.base import Record

Process: TypeAlias = Callable[[Row], Iterable[Row]]


def lower(flow: Flow) -> Callable[[Record], Iterable[Row]]:
    """The flow as one function from an input record to the rows it causes."""
    chain = [lower_step(step) for step in flow.steps if not isinstance(step, Source)]
    column = flow.sources[0].schema.names[0]

    def process(record: Record) -> Iterable[Row]:
        rows: Iterable[Row] = [_source_row(record, column)]
        for step in chain:
            rows = _through(step, rows)
        return rows

    return process


def _through(step: Process, rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        yield from step(row)


def _source_row(record: Record, column: str) -> Row:
    text = record.value.decode(errors="replace")
    return {column: text, INTENDED_TIME: record.timestamp_ms, ORIGIN: [record.partition, record.offset]}


@singledispatch
def lower_step(step: Step) -> Process:
    """The meaning of one step."""
    raise TypeError(f"{step.label} has no meaning yet")


@lower_step.register
def lower_select(step: Select) -> Process:
    columns = [(name, compile_expr(expr)) for name, expr in step.expressions]
    return lambda row: [{name: compute(row) for name, compute in columns} | _marks(row)]


@lower_step.register
def lower_filter(step: Filter) -> Process:
    predicate = compile_expr(step.expression)
    return lambda row: [row] if predicate(row) is True else []


@lower_step.register
def lower_explode(step: Explode) -> Process:
    array, into = compile_expr(step.expression), step.into

    def explode(row: Row) -> Iterator[Row]:
        for ordinal, element in enumerate(array(row) or ()):
            yield row | {into: element, ORIGIN: [*row[ORIGIN], ordinal]}

    return explode


@lower_step.register
def lower_aggregate(step: Aggregate) -> Process:
    functions = [AGGREGATES[measure.function] for _, measure in step.expressions]
    arguments = [compile_expr(m.argument) if m.argument is not None else (lambda _: True) for _, m in step.expressions]
    names = [name for name, _ in step.expressions]
    states: dict[tuple[object, ...], tuple[int, list[object]]] = {}

    def aggregate(row: Row) -> Iterator[Row]:
        key = tuple(row[name] for name in step.keys)
        newest, state = states.get(key) or (row[INTENDED_TIME], [function.empty for function in functions])
        for position, (function, argument) in enumerate(zip(functions, arguments, strict=True)):
            value = argument(row)
            if value is not None:
                state[position] = function.step(state[position], value)
        newest = max(newest, row[INTENDED_TIME])
        states[key] = newest, state
        results = [function.result(each) for function, each in zip(functions, state, strict=True)]
        yield dict(zip(step.keys, key, strict=True)) | dict(zip(names, results, strict=True)) | {INTENDED_TIME: newest}

    return aggregate


@lower_step.register
def lower_sink(_: Sink) -> Process:
    return lambda row: [row]


def _marks(row: Row) -> Row:
    return {mark: row[mark] for mark in (INTENDED_TIME, ORIGIN) if mark in row}
