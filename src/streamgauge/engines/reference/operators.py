"""Steps without state, and the contract of those with."""

from collections.abc import Iterable, Iterator
from typing import Any

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.reference.rows import EVENT_TIME, Row, marks
from streamgauge.flow import Explode, Filter, Lookup, Repartition, RepartitionKind, Select, Sink, Union
from streamgauge.flow.marks import ORIGIN
from streamgauge.flow.steps.lookup import Miss


class Operator:
    """A step at work: rows in, rows out; and time that passes."""

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        """The rows that `row`, coming in from input number `port`, causes at once."""
        return (row,)

    def on_record_end(self) -> Iterable[Row]:
        """The rows that were held back until all that one input record leads to had come in."""
        return ()

    def on_watermark(self, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        """The rows that are due because the watermark has moved to `watermark_ms`."""
        return ()


class SinkOperator(Operator):
    """An event time is not written."""

    def __init__(self, _: Sink) -> None:
        pass

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        return ({name: value for name, value in row.items() if name != EVENT_TIME} if EVENT_TIME in row else row,)


class SelectOperator(Operator):
    def __init__(self, step: Select) -> None:
        self._columns = [(name, compile_expr(expr)) for name, expr in step.expressions]

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        return ({name: compute(row) for name, compute in self._columns} | marks(row),)


class FilterOperator(Operator):
    def __init__(self, step: Filter) -> None:
        self._predicate = compile_expr(step.expression)

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        return (row,) if self._predicate(row) is True else ()


class ExplodeOperator(Operator):
    def __init__(self, step: Explode) -> None:
        self._array, self._into = compile_expr(step.expression), step.into

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterator[Row]:  # noqa: ARG002
        for ordinal, element in enumerate(self._array(row) or ()):
            yield with_ordinal(row, ordinal) | {self._into: element}


class UnionOperator(Operator):
    """The number of the input joins the origin, so that rows of the two inputs stay apart."""

    def __init__(self, step: Union) -> None:
        self._depth = max(step.origin_depths)
        self._depths = step.origin_depths

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        if ORIGIN not in row:
            return (row,)
        padding = [0] * (self._depth - self._depths[port])
        return (row | {ORIGIN: [*row[ORIGIN], *padding, port]},)


class RepartitionOperator(Operator):
    """Where a row is worked on does not matter here; a broadcast makes copies."""

    def __init__(self, step: Repartition) -> None:
        self._copies = step.partitions if step.how is RepartitionKind.BROADCAST else None

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        return (row,) if self._copies is None else [with_ordinal(row, copy) for copy in range(self._copies)]


class LookupOperator(Operator):
    def __init__(self, step: Lookup) -> None:
        self._on, self._miss = step.on, step.miss
        self._added = step.added_columns
        self._table = {row[0]: row[1:] for row in step.table.rows if row[0] is not None}  # null equals nothing
        self._default: tuple[Any, ...] = step.default_values

    def on_row(self, row: Row, port: int, watermark_ms: int) -> Iterable[Row]:  # noqa: ARG002
        found = self._table.get(row[self._on])
        if found is None and self._miss is Miss.DROP:
            return ()
        return (row | dict(zip(self._added, self._default if found is None else found, strict=True)),)


def with_ordinal(row: Row, ordinal: int) -> Row:
    """The row, one of several that come from one: its place among them joins its origin."""
    return row | {ORIGIN: [*row[ORIGIN], ordinal]} if ORIGIN in row else dict(row)
