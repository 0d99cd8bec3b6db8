"""Each step as a function from a row to rows. A row is a dict of its columns and its marks."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.flow import Aggregate, Explode, Filter, Flow, Select, Sink, Step
from streamgauge.flow.expressions.aggregates import AGGREGATES
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN

Row = dict[str, Any]
Run = Callable[[Row], Iterable[Row]]


def lower(flow: Flow) -> Run:
    """The whole flow: a chain, since no step here has two inputs."""
    chain = [_LOWERINGS[type(step)](step) for step in flow.steps if step is not flow.source]

    def run(row: Row) -> Iterable[Row]:
        rows: Iterable[Row] = [row]
        for step in chain:
            rows = [result for each in rows for result in step(each)]
        return rows

    return run


def lower_select(step: Select) -> Run:
    columns = [(name, compile_expr(expr)) for name, expr in step.expressions]
    return lambda row: [{name: compute(row) for name, compute in columns} | _marks(row)]


def lower_filter(step: Filter) -> Run:
    predicate = compile_expr(step.expression)
    return lambda row: [row] if predicate(row) is True else []


def lower_explode(step: Explode) -> Run:
    """An element's place joins the origin, so that the rows of one record can be told apart."""
    array = compile_expr(step.expression)

    def run(row: Row) -> Iterator[Row]:
        for ordinal, element in enumerate(array(row) or ()):
            yield row | {step.into: element, ORIGIN: [*row[ORIGIN], ordinal]}

    return run


def lower_aggregate(step: Aggregate) -> Run:
    """Every row changes the row of its key, which is as new as the newest in it. An aggregate ends the origin."""
    names = [name for name, _ in step.expressions]
    functions = [AGGREGATES[measure.function] for _, measure in step.expressions]
    arguments = [[compile_expr(argument) for argument in measure.arguments] for _, measure in step.expressions]
    states: dict[tuple[Any, ...], list[Any]] = {}
    newest_ms: dict[tuple[Any, ...], int] = {}

    def run(row: Row) -> Iterator[Row]:
        key = tuple(row[name] for name in step.keys)
        state = states.setdefault(key, [function.empty() for function in functions])
        for place, function in enumerate(functions):
            values = [argument(row) for argument in arguments[place]]
            if None not in values:
                state[place] = function.step(state[place], *values)
        newest_ms[key] = max(newest_ms.get(key, 0), row[INTENDED_TIME])
        results = [function.result(each) for function, each in zip(functions, state, strict=True)]
        yield dict(zip(step.keys, key, strict=True)) | dict(zip(names, results, strict=True)) | {INTENDED_TIME: newest_ms[key]}

    return run


def lower_sink(_: Sink) -> Run:
    return lambda row: [row]


def _marks(row: Row) -> Row:
    return {mark: row[mark] for mark in (INTENDED_TIME, ORIGIN) if mark in row}


_LOWERINGS: dict[type[Step], Callable[[Any], Run]] = {
    Select: lower_select,
    Filter: lower_filter,
    Explode: lower_explode,
    Aggregate: lower_aggregate,
    Sink: lower_sink,
}
