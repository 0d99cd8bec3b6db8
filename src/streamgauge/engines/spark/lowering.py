"""A flow as one Spark plan, the same for both paradigms, and the same that an expert writes by hand.

The input has the columns of `INPUT_COLUMNS`, wherever it comes from; the output has `value`, the row as JSON, and
`partition`, so that all rows of one identity are written in one order. The marks travel as plain columns: the intended time
everywhere, the origin only in flows without state; what nobody reads, Spark's optimizer leaves out.
"""

from functools import singledispatch
from typing import NamedTuple

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.flow import Aggregate, Explode, Filter, Flow, Select, Sink, Source, Step
from streamgauge.flow.expressions.parse import Measure
from streamgauge.flow.expressions.render import render
from streamgauge.flow.expressions.tree import Expr
from streamgauge.flow.marks import INTENDED_TIME, ORIGIN

INPUT_COLUMNS = "partition INT, offset BIGINT, timestamp TIMESTAMP, value BINARY"

_PARTITION, _OFFSET, _ORDINAL = "_partition", "_offset", "_ordinal"


class Marks(NamedTuple):
    """The mark columns that a step's rows carry."""

    time: tuple[str, ...] = ()
    origin: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        return self.time + self.origin


class Stage(NamedTuple):
    """The rows after a step, and the marks among their columns."""

    rows: DataFrame
    marks: Marks


def lower(flow: Flow, records: DataFrame, *, output_partitions: int, with_marks: bool = True) -> DataFrame:
    """The plan that computes `flow` from `records`. Without marks (to measure what they cost) rows cannot be verified."""
    marks = _marks_of(flow) if with_marks else Marks()
    stage = Stage(records, marks)
    for step in flow.steps:
        stage = lower_step(step, stage)
    return _written(flow, stage, output_partitions)


def _marks_of(flow: Flow) -> Marks:
    return Marks((INTENDED_TIME,), () if flow.is_stateful else (_PARTITION, _OFFSET))


@singledispatch
def lower_step(step: Step, stage: Stage) -> Stage:  # noqa: ARG001 - the registered functions read it
    """One step of the plan."""
    raise TypeError(f"{step.label} has no lowering to Spark")


@lower_step.register
def lower_source(step: Source, stage: Stage) -> Stage:
    marks = {INTENDED_TIME: "unix_millis(timestamp)", _PARTITION: "CAST(partition AS BIGINT)", _OFFSET: "offset"}
    column = f"CAST(value AS STRING) AS {SPARK.identifier(step.schema.names[0])}"
    return Stage(stage.rows.selectExpr(column, *(f"{marks[name]} AS {name}" for name in stage.marks.columns)), stage.marks)


@lower_step.register
def lower_select(step: Select, stage: Stage) -> Stage:
    return Stage(
        stage.rows.selectExpr(*(_named(expr, name) for name, expr in step.expressions), *stage.marks.columns), stage.marks
    )


@lower_step.register
def lower_filter(step: Filter, stage: Stage) -> Stage:
    return Stage(stage.rows.where(render(step.expression, SPARK)), stage.marks)


@lower_step.register
def lower_explode(step: Explode, stage: Stage) -> Stage:
    """With an origin to keep, the element's ordinal joins it."""
    array, into = render(step.expression, SPARK), SPARK.identifier(step.into)
    if not stage.marks.origin:
        return Stage(stage.rows.selectExpr("*", f"explode({array}) AS {into}"), stage.marks)
    ordinal = f"{_ORDINAL}{len(stage.marks.origin) - 2}"
    rows = stage.rows.selectExpr("*", f"posexplode({array}) AS ({ordinal}, {into})")
    return Stage(rows, stage.marks._replace(origin=(*stage.marks.origin, ordinal)))


@lower_step.register
def lower_aggregate(step: Aggregate, stage: Stage) -> Stage:
    measures = [f.expr(_measure(measure)).alias(name) for name, measure in step.expressions]
    newest = [f.max(name).alias(name) for name in stage.marks.time]
    return Stage(stage.rows.groupBy(*step.keys).agg(*measures, *newest), Marks(stage.marks.time))


@lower_step.register
def lower_sink(_: Sink, stage: Stage) -> Stage:
    return stage


def _written(flow: Flow, stage: Stage, output_partitions: int) -> DataFrame:
    columns = [SPARK.identifier(name) for name in flow.sink.schema.names]
    marks = list(stage.marks.time)
    if stage.marks.origin:
        elements = ", ".join(f"CAST({name} AS BIGINT)" for name in stage.marks.origin)
        marks.append(f"array({elements}) AS {ORIGIN}")
    identity = [SPARK.identifier(name) for name in flow.sink.identity] or list(stage.marks.origin) or ["0"]
    return stage.rows.selectExpr(
        f"to_json(struct({', '.join([*columns, *marks])})) AS value",
        f"pmod(hash({', '.join(identity)}), {output_partitions}) AS partition",
    )


def _measure(measure: Measure) -> str:
    argument = "1" if measure.argument is None else render(measure.argument, SPARK)
    return f"{measure.function}({argument})"


def _named(expr: Expr, name: str) -> str:
    return f"{render(expr, SPARK)} AS {SPARK.identifier(name)}"
