"""A flow as one Spark plan, the same for both paradigms, and the same that an expert writes by hand.

The input has the columns of `INPUT_COLUMNS`, wherever it comes from; the output has `value`, the row as JSON, and
`partition`, so that all rows of one identity are written in one order. The marks travel as plain columns: the intended time
everywhere, the origin only in flows without state; what nobody reads, Spark's optimizer leaves out.
"""

from functools import singledispatch

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from streamgauge.engines.spark.call import call_stage
from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.join import join_stages
from streamgauge.engines.spark.measures import measure_column
from streamgauge.engines.spark.ordered import is_in_python, lower_ordered
from streamgauge.engines.spark.source import read_source
from streamgauge.engines.spark.stage import IS_END, ORDINAL, TIME, WINDOW, Marks, Stage
from streamgauge.engines.spark.table import as_rows
from streamgauge.flow import (
    Aggregate,
    Call,
    Dedup,
    Emission,
    Explode,
    Filter,
    Flow,
    Join,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Same,
    Select,
    Session,
    Sink,
    Sliding,
    Source,
    Step,
    Tumbling,
    Union,
)
from streamgauge.flow.expressions.render import render
from streamgauge.flow.expressions.tree import Expr
from streamgauge.flow.marks import ORIGIN
from streamgauge.flow.trace import RECEIVED, operations
from streamgauge.flow.windows import END, START

INPUT_COLUMNS = "partition INT, offset BIGINT, timestamp TIMESTAMP, value BINARY"


def lower(
    flow: Flow,
    records: DataFrame,
    *,
    output_partitions: int,
    with_marks: bool = True,
    with_stamps: bool = False,
    read_ahead_ms: int = 0,
) -> DataFrame:
    """The plan that computes `flow` from `records`. Without marks (to measure what they cost) rows cannot be verified; with
    stamps they tell when they passed each operation."""
    rows, _ = lower_with_origin(
        flow,
        records,
        output_partitions=output_partitions,
        with_marks=with_marks,
        with_stamps=with_stamps,
        read_ahead_ms=read_ahead_ms,
    )
    return rows.select("value", "partition")


def lower_with_origin(
    flow: Flow,
    records: DataFrame,
    *,
    output_partitions: int,
    with_marks: bool = True,
    with_stamps: bool = False,
    marks_in_records: tuple[str, ...] = (),
    read_ahead_ms: int = 0,
) -> tuple[DataFrame, tuple[str, ...]]:
    """The same with the columns of the origin, which are named; there are none where a state has ended it.

    Records that another part has written hold `marks_in_records`; what is not among them comes from the record's place.

    Spark's watermark follows the partition whose records are newest, that of the language the one whose are oldest. Where
    partitions are read independently of each other, one may be read ahead of another by `read_ahead_ms` of event time: by so
    much later is a record called late. No row waits for that, else the flow would be read in batches.
    """
    needed = Marks.of(flow, marks_in_records)
    marks = needed if with_marks else needed._replace(time=(), origin=needed.origin if flow.is_order_sensitive else ())
    stamps = {id(each.step): each.stamp for each in operations(flow)} if with_stamps else {}
    first = Stage(records, marks).stamped(RECEIVED) if with_stamps else Stage(records, marks)
    stages: dict[int, Stage] = {}
    for step in flow.steps:
        inputs = [stages[id(upstream)] for upstream in step.upstreams] or [first]
        if isinstance(step, Source):
            delay_ms = step.watermark_delay_ms + (0 if flow.waits_for_time else read_ahead_ms)
            stage = read_source(step, inputs[0], marks_in_records, delay_ms=delay_ms)
        else:
            stage = lower_ordered(step, *inputs) if is_in_python(step) else lower_step(step, *inputs)
        stamp = stamps.get(id(step))
        stages[id(step)] = stage.stamped(stamp) if stamp else stage
    last = stages[id(flow.sink)]
    return _written(flow, last, output_partitions), () if flow.is_stateful else last.marks.origin


def output_mode(flow: Flow) -> str:
    """Spark's output mode: a property of the whole query. Keyed Python state can be followed by more state in append mode."""
    is_append = flow.waits_for_time or (flow.emission is Emission.INSERT and flow.is_order_sensitive)
    return "append" if is_append else "update"


@singledispatch
def lower_step(step: Step, *stages: Stage) -> Stage:  # noqa: ARG001 - the registered functions read them
    """One step of the plan."""
    raise TypeError(f"{step.label} has no lowering to Spark")


@lower_step.register
def lower_select(step: Select, stage: Stage) -> Stage:
    return stage.select(*(_named(expr, name) for name, expr in step.expressions))


@lower_step.register
def lower_filter(step: Filter, stage: Stage) -> Stage:
    return stage.where(render(step.expression, SPARK))


@lower_step.register
def lower_explode(step: Explode, stage: Stage) -> Stage:
    """With an origin to keep, the element's ordinal joins it."""
    array, into = render(step.expression, SPARK), SPARK.identifier(step.into)
    if stage.marks.end:
        array = f"CASE WHEN {IS_END} THEN array(NULL) ELSE {array} END"
    if not stage.marks.origin:
        return stage.with_rows(stage.rows.selectExpr("*", f"explode({array}) AS {into}"))
    ordinal = stage.next_ordinal()
    rows = stage.rows.selectExpr("*", f"posexplode({array}) AS ({ordinal}, {into})")
    return stage.with_rows(rows).with_ordinal(ordinal)


@lower_step.register
def lower_union(step: Union, left: Stage, right: Stage) -> Stage:
    """Origins of different depth are filled up with zeros; the number of the input joins them.

    A mark that only one side has, as an event time may be, ends here.
    """
    has_origin = bool(left.marks.origin and right.marks.origin)
    left, right = (side if has_origin else side.without_origin() for side in (left, right))
    depth = max(len(side.marks.origin) for side in (left, right)) - 1 if has_origin else 0
    common = Marks(*(tuple(mark for mark in mine if mark in its) for mine, its in zip(left.marks, right.marks, strict=True)))
    marks = common._replace(origin=left.marks.origin[:2] + tuple(f"{ORDINAL}{number}" for number in range(depth)))
    columns = [SPARK.identifier(name) for name in step.schema.names]
    sides = []
    for port, side in enumerate((left, right)):
        missing = marks.origin[len(side.marks.origin) : -1] if depth else ()
        ordinals = [f"0 AS {name}" for name in missing] + ([f"{port} AS {marks.origin[-1]}"] if depth else [])
        sides.append(side.rows.selectExpr(*columns, *common._replace(origin=side.marks.origin).columns, *ordinals))
    return Stage(sides[0].unionByName(sides[1]), marks)


@lower_step.register
def lower_repartition(step: Repartition, stage: Stage) -> Stage:
    if step.how is not RepartitionKind.BROADCAST:
        return stage.with_rows(stage.rows.repartition(step.partitions, *step.columns))
    copy = stage.next_ordinal()
    copies = stage.rows.selectExpr("*", f"explode(sequence(0, {step.partitions - 1})) AS {copy}")
    spread = stage.with_rows(copies.repartition(step.partitions, copy))
    return spread.with_ordinal(copy) if stage.marks.origin else spread


@lower_step.register
def lower_lookup(step: Lookup, stage: Stage) -> Stage:
    table = as_rows(stage.rows.sparkSession, step.table)
    is_inner = step.miss is Miss.DROP and not stage.marks.end
    joined = stage.rows.join(f.broadcast(table), stage.rows[step.on] == table["_key"], "inner" if is_inner else "left")
    if step.miss is Miss.DROP and not is_inner:
        joined = joined.where(f"_key IS NOT NULL OR {IS_END}")
    own = [SPARK.identifier(name) for name in step.upstream.schema.names]
    added = [SPARK.identifier(name) for name in step.added_columns]
    if step.miss is Miss.DEFAULT:
        values = [SPARK.literal(value) for value in step.default_values]
        added = [
            f"CASE WHEN _key IS NULL THEN {value} ELSE {name} END AS {name}" for value, name in zip(values, added, strict=True)
        ]
    return stage.with_rows(joined).select(*own, *added)


@lower_step.register
def lower_aggregate(step: Aggregate, stage: Stage) -> Stage:
    measures = [measure_column(measure).alias(name) for name, measure in step.expressions]
    newest = [f.max(name).alias(name) for name in stage.marks.time]
    window = _window_column(step)
    rows = stage.rows.groupBy(*([window] if window is not None else []), *step.keys).agg(*measures, *newest)
    marks = Marks(time=stage.marks.time, window=(WINDOW,) if window is not None else ())
    if window is None:
        return Stage(rows, marks)
    bounds = [f"unix_millis({WINDOW}.start) AS {START}", f"unix_millis({WINDOW}.end) AS {END}"]
    names = [SPARK.identifier(name) for name in step.schema.names if name not in (START, END)]
    return Stage(rows, marks).select(*bounds, *names)


def _window_column(step: Aggregate) -> "f.Column | None":  # type: ignore[name-defined]
    match step.window:
        case None:
            return None
        case Tumbling(size_ms):
            return f.window(TIME, _ms(size_ms)).alias(WINDOW)
        case Sliding(size_ms, slide_ms):
            return f.window(TIME, _ms(size_ms), _ms(slide_ms)).alias(WINDOW)
        case Session(gap_ms):
            return f.session_window(TIME, _ms(gap_ms)).alias(WINDOW)
        case Same():
            return f.col(WINDOW)
    raise TypeError(f"{step.label}: window {step.window.kind} has no lowering to Spark")


@lower_step.register
def lower_join(step: Join, left: Stage, right: Stage) -> Stage:
    return join_stages(step, left, right)


@lower_step.register
def lower_dedup(step: Dedup, stage: Stage) -> Stage:
    kept = stage.without_origin().select(*map(SPARK.identifier, step.keys))
    return kept.with_rows(kept.rows.dropDuplicates(list(step.keys)))


@lower_step.register
def lower_call(step: Call, stage: Stage) -> Stage:
    return call_stage(step, stage)


@lower_step.register
def lower_sink(_: Sink, stage: Stage) -> Stage:
    return stage


def _written(flow: Flow, stage: Stage, output_partitions: int) -> DataFrame:
    columns = [SPARK.identifier(name) for name in flow.sink.schema.names]
    marks = list(stage.marks.time)
    if stage.marks.origin and not flow.is_stateful:
        marks.append(f"{_answer_origin(stage)} AS {ORIGIN}")
    identity = [SPARK.identifier(name) for name in flow.sink.identity] or list(stage.marks.origin) or ["0"]
    return stage.rows.selectExpr(
        f"to_json(struct({', '.join([*columns, *marks])})) AS value",
        f"pmod(hash({', '.join(identity)}), {output_partitions}) AS partition",
        *([] if flow.is_stateful else stage.marks.origin),
    )


def _answer_origin(stage: Stage) -> str:
    """The place of the input record, in this topic or in the first of several, and the ordinals since."""
    before = stage.marks.answer_origin
    own = stage.marks.origin[2:] if before else stage.marks.origin
    elements = f"array({', '.join(f'CAST({name} AS BIGINT)' for name in own)})"
    return f"concat({before[0]}, {elements})" if before and own else before[0] if before else elements


def _named(expr: Expr, name: str) -> str:
    return f"{render(expr, SPARK)} AS {SPARK.identifier(name)}"


def _ms(milliseconds: int) -> str:
    return f"{milliseconds} milliseconds"
