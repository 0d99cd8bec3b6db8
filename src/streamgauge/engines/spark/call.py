"""Call on micro-batches: the workers of a stage hand their rows to Python, which calls the service, many rows at once.

A task whose service stays down fails, and the query with it; started again it repeats the batch, so that every row has been
told at least once. Rows and marks are kept as they are.
"""

from typing import TYPE_CHECKING, Any

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.stage import IS_END, Stage
from streamgauge.flow import Call
from streamgauge.flow.expressions.render import render
from streamgauge.services.caller import Target, target_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

_ARGUMENT = "_argument"


def call_stage(step: Call, stage: Stage) -> Stage:
    """The rows with the columns of the reply."""
    rows = stage.rows.where(f"NOT {IS_END}") if stage.marks.end else stage.rows
    marks = stage.marks._replace(event_time=(), end=(), window=())
    own = [*(SPARK.identifier(name) for name in step.upstream.schema.names), *marks.columns]
    arguments = [f"{render(expression, SPARK)} AS {_ARGUMENT}{number}" for number, expression in enumerate(step.expressions)]
    asked = rows.selectExpr(*own, *arguments)
    kept = ", ".join(f"{SPARK.identifier(each.name)} {each.dataType.simpleString()}" for each in asked.schema.fields[: len(own)])
    replies = ", ".join(f"{SPARK.identifier(name)} {SPARK.type_name(data_type)}" for name, data_type in step.reply)
    types = [str(data_type) for _, data_type in step.reply]
    called = asked.mapInArrow(_calls(target_of(step), len(own), step.reply.names, types), f"{kept}, {replies}")
    return Stage(called, marks)


def _calls(
    target: Target | None, own: int, names: tuple[str, ...], types: list[str]
) -> "Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]":
    """What Spark's Python workers do, where this package must be installed; without a target it can only be explained."""

    def call(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import pyarrow as pa

        if target is None:
            raise RuntimeError("nobody has opened the service of this call")
        arrow = {"LONG": pa.int64(), "DOUBLE": pa.float64(), "STRING": pa.string(), "BOOLEAN": pa.bool_()}
        caller = target.open()
        try:
            for batch in batches:
                columns: list[Any] = batch.columns
                requests = list(zip(*(column.to_pylist() for column in columns[own:]), strict=True))
                replies = list(zip(*caller(requests), strict=True)) or [()] * len(names)
                added = [pa.array(values, arrow[kind]) for values, kind in zip(replies, types, strict=True)]
                yield pa.RecordBatch.from_arrays(columns[:own] + added, [*batch.schema.names[:own], *names])
        finally:
            caller.close()

    return call
