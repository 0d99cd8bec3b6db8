"""A flow as one SQL query: a common table expression for each step, named and numbered like the steps.

Two marks travel with the rows: `_event`, the event number and the ordinals, where it identifies the rows of the answer; and
`_time`, the event time, where a window may need it. Names with an underscore are not the flow's, so nothing collides.
"""

from functools import singledispatch
from typing import NamedTuple

from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.engines.oracle.join import join_condition
from streamgauge.engines.oracle.measures import measure_sql
from streamgauge.engines.oracle.records import EVENT_NUMBER
from streamgauge.engines.oracle.source import decoded_sql, is_broken_sql
from streamgauge.engines.oracle.table import table_sql
from streamgauge.engines.oracle.time import TIME
from streamgauge.engines.oracle.windows import grouped_by, rows_to_group
from streamgauge.flow import (
    Aggregate,
    Dedup,
    Explode,
    Filter,
    Flow,
    Identification,
    Join,
    Lookup,
    Miss,
    Repartition,
    RepartitionKind,
    Select,
    Sink,
    Source,
    Step,
    Union,
)
from streamgauge.flow.answer import AnswerShape
from streamgauge.flow.expressions.render import render
from streamgauge.flow.marks import EVENT

RECORDS = "records"  # the table that the query reads; see `records`
_DECODED = "decoded"


class Stage(NamedTuple):
    """The rows after a step: a query, later its name; and the marks among its columns."""

    sql: str
    marks: tuple[str, ...]


def lower(flow: Flow) -> str:
    """The query that answers `flow`; its columns are those of the answer."""
    parts = [(_DECODED, decoded_sql(flow.source, RECORDS))]
    stages: dict[int, Stage] = {}
    for number, step in enumerate(flow.steps, start=1):
        inputs = [stages[id(upstream)] for upstream in step.upstreams] or [Stage(_DECODED, _marks(flow))]
        stage, name = lower_step(step, *inputs), _quoted(f"{number} {step.name}")
        parts.append((name, stage.sql))
        stages[id(step)] = stage._replace(sql=name)
    shape = AnswerShape.of(flow)
    names = flow.sink.schema.names if shape.is_multiset else shape.columns
    answer = f"SELECT {', '.join(_columns(names)) or '1'}\nFROM {stages[id(flow.sink)].sql}"
    return _with(parts) + answer


def lower_broken(flow: Flow) -> str:
    """The query for the numbers of the broken events, in order."""
    broken = f"SELECT {EVENT_NUMBER}\nFROM {_DECODED}\nWHERE {is_broken_sql(flow.source)}\nORDER BY {EVENT_NUMBER}"
    return _with([(_DECODED, decoded_sql(flow.source, RECORDS))]) + broken


@singledispatch
def lower_step(step: Step, *stages: Stage) -> Stage:  # noqa: ARG001 - the registered functions read them
    """One step of the query."""
    raise TypeError(f"{step.label} has no lowering to DuckDB")


@lower_step.register
def lower_source(step: Source, stage: Stage) -> Stage:
    marks = [f"[{EVENT_NUMBER}] AS {EVENT}" if mark == EVENT else mark for mark in stage.marks]
    return _select([*_columns(step.schema.names), *marks], stage, f"WHERE NOT {is_broken_sql(step)}")


@lower_step.register
def lower_select(step: Select, stage: Stage) -> Stage:
    computed = [f"{render(expr, DUCKDB)} AS {DUCKDB.identifier(name)}" for name, expr in step.expressions]
    return _select([*computed, *stage.marks], stage)


@lower_step.register
def lower_filter(step: Filter, stage: Stage) -> Stage:
    return _select(["*"], stage, f"WHERE {render(step.expression, DUCKDB)}")


@lower_step.register
def lower_explode(step: Explode, stage: Stage) -> Stage:
    array, into = render(step.expression, DUCKDB), DUCKDB.identifier(step.into)
    marks = _with_ordinal(stage, f"unnest(range(len({array})))")
    return _select([*_columns(step.upstream.schema.names), f"unnest({array}) AS {into}", *marks], stage)


@lower_step.register
def lower_union(step: Union, left: Stage, right: Stage) -> Stage:
    """Origins of different depth are filled up with zeros; the number of the input joins them."""
    marks = tuple(mark for mark in left.marks if mark in right.marks)
    depth = max(step.origin_depths)
    sides = []
    for port, side in enumerate((left, right)):
        ordinals = [0] * (depth - step.origin_depths[port]) + [port]
        joined = [f"{EVENT} || {ordinals} AS {EVENT}" if mark == EVENT else mark for mark in marks]
        sides.append(_select([*_columns(step.schema.names), *joined], side).sql)
    return Stage("\nUNION ALL\n".join(sides), marks)


@lower_step.register
def lower_repartition(step: Repartition, stage: Stage) -> Stage:
    """Where a row is worked on does not matter here; a broadcast makes copies."""
    if step.how is not RepartitionKind.BROADCAST:
        return _select(["*"], stage)
    marks = _with_ordinal(stage, "_copy")
    return _select([*_columns(step.schema.names), *marks], stage, f"CROSS JOIN range({step.partitions}) AS _copies(_copy)")


@lower_step.register
def lower_lookup(step: Lookup, stage: Stage) -> Stage:
    added = []
    for name, default in zip(_columns(step.added_columns), step.default_values, strict=True):
        is_default = f"CASE WHEN _key IS NULL THEN {DUCKDB.literal(default)} ELSE _table.{name} END AS {name}"
        added.append(is_default if step.miss is Miss.DEFAULT else f"_table.{name}")
    join = "JOIN" if step.miss is Miss.DROP else "LEFT JOIN"
    match = f"{join} ({table_sql(step.table)}) AS _table\nON {DUCKDB.identifier(step.on)} = _key"
    own = [f"_row.{name}" for name in (*_columns(step.upstream.schema.names), *stage.marks)]
    return _select([*own, *added], stage, f"AS _row\n{match}")


@lower_step.register
def lower_aggregate(step: Aggregate, stage: Stage) -> Stage:
    groups = grouped_by(step)
    named = [f"{column} AS {DUCKDB.identifier(name)}" for name, column in groups.items()]
    measures = [f"{measure_sql(measure)} AS {DUCKDB.identifier(name)}" for name, measure in step.expressions]
    rows = rows_to_group(step, stage.sql)
    # The rows of count windows of a key come in the order of their last rows.
    order = (EVENT,) if step.is_order_sensitive else ()
    # Without keys SQL makes a row of nothing; a stream does not.
    grouped = f"GROUP BY {', '.join(groups.values())}" if groups else "HAVING count(*) > 0"
    newest = [f"max({mark}) AS {mark}" for mark in order]
    return _select([*named, *measures, *newest], Stage(rows, ()), grouped)._replace(marks=order)


@lower_step.register
def lower_join(step: Join, left: Stage, right: Stage) -> Stage:
    own = [f"_left.{name}" for name in _columns(step.left.schema.names)]
    other = [f"_right.{name}" for name in _columns(step.right.schema.names)]
    how = "LEFT JOIN" if step.outer else "JOIN"
    partners = f"AS _left\n{how} {right.sql} AS _right\nON {join_condition(step)}"
    time = () if step.later_side is None else (TIME,)
    later = [f"{('_left', '_right')[step.later_side or 0]}.{mark}" for mark in time]
    return _select([*own, *other, *later], Stage(left.sql, ()), partners)._replace(marks=time)


@lower_step.register
def lower_dedup(step: Dedup, stage: Stage) -> Stage:
    return Stage(f"SELECT DISTINCT {', '.join(_columns(step.keys))}\nFROM {stage.sql}", ())


@lower_step.register
def lower_sink(_: Sink, stage: Stage) -> Stage:
    return _select(["*"], stage)


def _marks(flow: Flow) -> tuple[str, ...]:
    event = (EVENT,) if flow.identification is Identification.ORIGIN or flow.is_order_sensitive else ()
    return (*event, TIME) if flow.source.has_event_time and flow.is_stateful else event


def _select(columns: list[str], stage: Stage, rest: str = "") -> Stage:
    return Stage(f"SELECT {', '.join(columns)}\nFROM {stage.sql}{rest and ' ' + rest}", stage.marks)


def _with_ordinal(stage: Stage, ordinal: str) -> list[str]:
    return [f"list_append({EVENT}, {ordinal}) AS {EVENT}" if mark == EVENT else mark for mark in stage.marks]


def _columns(names: tuple[str, ...]) -> list[str]:
    return [DUCKDB.identifier(name) for name in names]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _with(parts: list[tuple[str, str]]) -> str:
    return "WITH " + ",\n".join(f"{name} AS (\n{sql}\n)" for name, sql in parts) + "\n"
