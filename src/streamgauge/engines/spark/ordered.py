"""Steps that depend on order, through Spark's keyed Python state: the very functions of the reference, for each key.

So is an aggregate of everything so far after rows that have waited for the watermark: Spark's own updates its rows, which a
query that holds rows back cannot.

Spark hands over the rows of a key and a batch in any order; they are sorted by their origin first. A row that comes out has
the origin of the one that caused it, and its place among those, so that another such step can follow.
"""

from collections.abc import Iterator
from typing import Any

from pyspark.sql import DataFrame, Row
from pyspark.sql.streaming.stateful_processor import StatefulProcessor, StatefulProcessorHandle

from streamgauge.engines.reference.ordered import OrderedStep, ordered_step
from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.stage import IS_END, OFFSET, ORDINAL, PARTITION, Marks, Stage
from streamgauge.flow import Aggregate, Schema, Step
from streamgauge.flow.marks import INTENDED_TIME

_KEY, _ORDER = "_key", "_order"
_PORT = 2  # its place in the order: of one input record, the rows of the left input come first


def is_in_python(step: Step) -> bool:
    """Must the step be lowered here?"""
    return step.is_order_sensitive or (isinstance(step, Aggregate) and step.window is None and _has_waited(step))


def _has_waited(step: Step) -> bool:
    return any(each.waits_for_time or _has_waited(each) for each in step.upstreams)


def lower_ordered(step: Step, *stages: Stage) -> Stage:
    work = ordered_step(step)
    depth = max(len(_origin(stage)) for stage in stages)
    sides = [_side(step, work, port, stage, depth) for port, stage in enumerate(stages)]
    rows = sides[0] if len(sides) == 1 else sides[0].unionByName(sides[1])
    marks = Marks(time=(INTENDED_TIME,), origin=(PARTITION, OFFSET, *(f"{ORDINAL}{number}" for number in range(depth))))
    types = ", ".join([_ddl(step.schema), *(f"{name} BIGINT" for name in marks.columns)])
    grouped = rows.groupBy(*(f"{_KEY}{number}" for number in range(len(work.keys[0]))))
    processor = KeyedState(work, (*step.schema.names, *marks.time), marks.origin)
    return Stage(grouped.transformWithState(processor, types, "Append", "None"), marks)


def _side(step: Step, work: OrderedStep, port: int, stage: Stage, depth: int) -> DataFrame:
    """The rows of one input: its columns, nulls for those of the other, its keys, and what orders it."""
    keys = [f"{SPARK.identifier(name)} AS {_KEY}{number}" for number, name in enumerate(work.keys[port])]
    columns = [
        SPARK.identifier(name) if side == port else f"CAST(NULL AS {SPARK.type_name(data_type)}) AS {SPARK.identifier(name)}"
        for side, upstream in enumerate(step.upstreams)
        for name, data_type in upstream.schema
    ]
    partition, offset, *ordinals = _origin(stage)
    ordinals += ["0"] * (depth - len(_origin(stage)))
    order = ", ".join(f"CAST({each} AS BIGINT)" for each in (partition, offset, str(port), *ordinals))
    rows = stage.rows.where(f"NOT {IS_END}") if stage.marks.end else stage.rows
    if work.null_is_no_key:
        rows = rows.where(" AND ".join(f"{SPARK.identifier(name)} IS NOT NULL" for name in work.keys[port]))
    time = stage.marks.time or (f"0L AS {INTENDED_TIME}",)
    return rows.selectExpr(*keys, *columns, *time, f"array({order}) AS {_ORDER}")


def _origin(stage: Stage) -> tuple[str, ...]:
    """Where a state before has ended it, the step does not depend on order."""
    return stage.marks.origin or ("0", "0")


class KeyedState(StatefulProcessor):
    """Runs in Spark's Python workers, where this package must be installed."""

    def __init__(self, work: OrderedStep, columns: tuple[str, ...], origin: tuple[str, ...]) -> None:
        self._work, self._columns, self._origin = work, columns, origin

    def init(self, handle: StatefulProcessorHandle) -> None:
        self._state = handle.getValueState("state", _ddl(self._work.state))

    def handleInputRows(self, key: Any, rows: Iterator[Any], timerValues: Any) -> Iterator[Row]:  # noqa: ARG002, N802, N803
        state, step = self._state.get() or self._work.empty, self._work.step
        for row in sorted(rows, key=lambda each: each[_ORDER]):
            order = row[_ORDER]
            state, results = step(state, row.asDict(), order[_PORT])
            for ordinal, result in enumerate(results):
                origin = dict(zip(self._origin, (*order, ordinal), strict=True))
                yield Row(**{name: result[name] for name in self._columns}, **origin)
        self._state.update(tuple(list(each) if isinstance(each, tuple) else each for each in state))

    def close(self) -> None:
        pass


def _ddl(schema: Schema) -> str:
    return ", ".join(f"{SPARK.identifier(name)} {SPARK.type_name(data_type)}" for name, data_type in schema)
