"""A flow as Flink SQL: a view for each step, named and numbered like the steps, and one statement that writes.

The marks travel as plain columns, whose names begin with an underscore; what nobody reads, Flink's optimizer leaves out.
"""

from functools import singledispatch
from typing import Any, NamedTuple, TypeAlias

from streamgauge.engines.flink.counted import count_windows
from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.fold import fold_rows, fold_statement
from streamgauge.engines.flink.join import join_stages
from streamgauge.engines.flink.lookup import look_up, static_table
from streamgauge.engines.flink.measures import measure_sql
from streamgauge.engines.flink.nulls import may_be_null
from streamgauge.engines.flink.source import milliseconds, source_stage, source_table
from streamgauge.engines.flink.spread import empty_table, spread
from streamgauge.engines.flink.stage import END, KEY, START, Marks, Stage, identifiers
from streamgauge.engines.flink.windows import WINDOW_COLUMNS, in_windows, size_of, with_starts
from streamgauge.flow import (
    BOOLEAN,
    LONG,
    STRING,
    Aggregate,
    Count,
    Dedup,
    Emission,
    Explode,
    Filter,
    Flow,
    Fold,
    Join,
    Lookup,
    Repartition,
    Same,
    Select,
    Sink,
    Source,
    Step,
    Union,
)
from streamgauge.flow.expressions.render import render
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.windows import END as END_MS
from streamgauge.flow.windows import START as START_MS

# What Flink lacks, in Java.
JAVA_FUNCTIONS = {
    "MAX_BY": "streamgauge.MaxBy",
    "MIN_BY": "streamgauge.MinBy",
    "TOP": "streamgauge.Top",
    "SPREAD": "streamgauge.Spread",
    "FORGETTING": "streamgauge.Forgetting",
    "TEXT_AS_LONG": "streamgauge.TextAsLong",
    "TEXT_AS_DOUBLE": "streamgauge.TextAsDouble",
    "XML_TEXTS": "streamgauge.XmlTexts",
}

_ZEROS = {STRING: "''", LONG: "CAST(0 AS BIGINT)", BOOLEAN: "FALSE"}


# SQL, or what `fold.py` says.
Statement: TypeAlias = str | dict[str, Any]


class Lowered(NamedTuple):
    """What must be said before the flow's rows can be asked for, and the stage that they are in."""

    statements: list[Statement]
    last: Stage


def lower(flow: Flow, source_options: dict[str, str]) -> Lowered:
    """The statements that make the flow's views, from the input on."""
    tables = [static_table(step) for step in flow.steps if isinstance(step, Lookup)]
    tables += [empty_table(step) for step in flow.steps if isinstance(step, Repartition)]
    statements: list[Statement] = [source_table(flow, source_options), *tables]
    stages: dict[int, Stage] = {}
    for number, step in enumerate(flow.steps, start=1):
        if isinstance(step, Source):
            stage = source_stage(flow)
        elif isinstance(step, Sink):
            return Lowered([*_functions(statements), *statements], stages[id(step.upstream)])
        else:
            stage = lower_step(step, *(stages[id(upstream)] for upstream in step.upstreams))
        view = FLINK.identifier(f"{number} {step.name}")
        if isinstance(step, Fold):
            rows = FLINK.identifier(f"{number} before {step.name}")
            statements += [_view(rows, stage), fold_statement(step, rows, view)]
        else:
            statements.append(_view(view, stage))
        stages[id(step)] = stage._replace(sql=view)
    raise TypeError(f"flow {flow.name!r} has no sink")


def _view(name: str, stage: Stage) -> str:
    return f"CREATE TEMPORARY VIEW {name} AS\n{stage.sql}"


def _functions(statements: list[Statement]) -> list[str]:
    """What makes those of our functions known that are called."""
    called = [name for name in JAVA_FUNCTIONS if any(f"{name}(" in statement for statement in statements)]
    return [f"CREATE TEMPORARY SYSTEM FUNCTION {name} AS '{JAVA_FUNCTIONS[name]}'" for name in called]


@singledispatch
def lower_step(step: Step, *stages: Stage) -> Stage:  # noqa: ARG001 - the registered functions read them
    """One step."""
    raise TypeError(f"{step.label} has no lowering to Flink")


@lower_step.register
def lower_select(step: Select, stage: Stage) -> Stage:
    return stage.select(*(f"{render(expr, FLINK)} AS {FLINK.identifier(name)}" for name, expr in step.expressions))


@lower_step.register
def lower_filter(step: Filter, stage: Stage) -> Stage:
    return stage._replace(sql=f"SELECT *\nFROM {stage.sql}\nWHERE {render(step.expression, FLINK)}")


@lower_step.register
def lower_explode(step: Explode, stage: Stage) -> Stage:
    """With an origin to keep, the element's ordinal joins it."""
    array, into = render(step.expression, FLINK), FLINK.identifier(step.into)
    own, marks = identifiers(step.upstream.schema.names), stage.marks.columns
    if not stage.marks.origin:
        elements = f"UNNEST({array}) AS e({into})"
        return stage._replace(sql=f"SELECT {', '.join([*own, into, *marks])}\nFROM {stage.sql} CROSS JOIN {elements}")
    ordinal = stage.next_ordinal()
    elements = f"UNNEST({array}) WITH ORDINALITY AS e({into}, _position)"
    columns = [*own, into, *marks, f"_position - 1 AS {ordinal}"]
    return stage._replace(sql=f"SELECT {', '.join(columns)}\nFROM {stage.sql} CROSS JOIN {elements}").with_ordinal(ordinal)


@lower_step.register
def lower_union(step: Union, left: Stage, right: Stage) -> Stage:
    """Origins of different depth are filled up with zeros; the number of the input joins them."""
    deeper = max(left, right, key=lambda side: len(side.marks.origin))
    marks = deeper.with_ordinal(deeper.next_ordinal()).marks if deeper.marks.origin else deeper.marks
    timed = tuple(name for name in left.marks.event_time if name in right.marks.event_time)
    marks = marks._replace(event_time=timed, window=())
    columns, sides = identifiers(step.schema.names), []
    for port, side in enumerate((left, right)):
        ordinals = {name: f"0 AS {name}" for name in marks.origin[len(side.marks.origin) : -1]}
        ordinals |= {name: f"{port} AS {name}" for name in marks.origin[-1:]}
        sides.append(f"SELECT {', '.join([*columns, *(ordinals.get(name, name) for name in marks.columns)])}\nFROM {side.sql}")
    return Stage("\nUNION ALL\n".join(sides), marks)


@lower_step.register
def lower_lookup(step: Lookup, stage: Stage) -> Stage:
    return look_up(step, stage)


@lower_step.register
def lower_repartition(step: Repartition, stage: Stage) -> Stage:
    return spread(step, stage)


@lower_step.register
def lower_aggregate(step: Aggregate, stage: Stage) -> Stage:
    if isinstance(step.window, Count):
        return count_windows(step, stage)
    return _updating(step, stage) if step.emission is Emission.UPDATE else _final(step, stage)


def _final(step: Aggregate, stage: Stage) -> Stage:
    """Flink's window functions write a window once, when the watermark has passed its end."""
    assert step.window is not None  # noqa: S101 - nothing else is final
    is_same = isinstance(step.window, Same)
    bounds = (START, END) if is_same else ("window_start", "window_end")
    keys = identifiers(step.keys)
    relation = stage.sql if is_same else in_windows(step.window, stage.sql, step.keys)
    window = [f"{milliseconds(bound)} AS {name}" for bound, name in zip(bounds, (START_MS, END_MS), strict=True)]
    columns = [*keys, *window, *_measures(step), *(bounds if is_same else WINDOW_COLUMNS)]
    grouped = ", ".join([*keys, *bounds])
    return Stage(f"SELECT {', '.join(columns)}\nFROM {relation}\nGROUP BY {grouped}", Marks(window=(START, END)))


def _updating(step: Aggregate, stage: Stage) -> Stage:
    """A row replaces the one before it by keys that are never null, as Flink demands it."""
    relation = stage.sql if step.window is None else with_starts(step.window, stage.sql)
    keys, restored = _keys(step)
    keyed = ", ".join(f"{key.expression} AS {key.name}" for key in keys)
    names = tuple(key.name for key in keys)
    sql = "\n".join(
        (
            f"SELECT {', '.join([*restored, *_measures(step), *names])}",
            f"FROM (SELECT *, {keyed} FROM {relation})",
            f"GROUP BY {', '.join(names)}",
        )
    )
    return Stage(sql, Marks(keys=names), tuple(key.data_type for key in keys))


class Key(NamedTuple):
    """A column by which rows replace each other; it is never null."""

    name: str
    expression: str
    data_type: str


def _keys(step: Aggregate) -> tuple[list[Key], list[str]]:
    """The columns to group by, and how the step's own columns follow from them. A key that may be null becomes two of them."""
    keys: list[Key] = []
    restored = []

    def add(expression: str, data_type: str) -> str:
        keys.append(Key(f"{KEY}{len(keys)}", expression, data_type))
        return keys[-1].name

    for name in step.keys:
        column, data_type = FLINK.identifier(name), step.upstream.schema.type_of(name)
        if may_be_null(step.upstream, name):
            value = add(f"COALESCE({column}, {_ZEROS[data_type]})", FLINK.type_name(data_type))
            is_null = add(f"({column} IS NULL)", "BOOLEAN")
            restored.append(f"CASE WHEN NOT {is_null} THEN {value} END AS {column}")
        else:
            restored.append(f"{add(column, FLINK.type_name(data_type))} AS {column}")
    if step.window is not None:
        start = add(START, "BIGINT")
        restored += [f"{start} AS {START_MS}", f"{start} + {size_of(step.window)} AS {END_MS}"]
    if not keys:
        add(f"({INTENDED_TIME} IS NULL)", "BOOLEAN")  # always false, which Flink does not know
    return keys, restored


def _measures(step: Aggregate) -> list[str]:
    measures = [f"{measure_sql(measure)} AS {FLINK.identifier(name)}" for name, measure in step.expressions]
    return [*measures, f"MAX({INTENDED_TIME}) AS {INTENDED_TIME}"]


@lower_step.register
def lower_join(step: Join, left: Stage, right: Stage) -> Stage:
    return join_stages(step, left, right)


@lower_step.register
def lower_fold(step: Fold, stage: Stage) -> Stage:
    return fold_rows(step, stage)


@lower_step.register
def lower_dedup(step: Dedup, stage: Stage) -> Stage:
    keys = ", ".join(identifiers(step.keys))
    timed = f"(SELECT {keys}, {INTENDED_TIME}, PROCTIME() AS _now FROM {stage.sql})"
    first = f"SELECT *, ROW_NUMBER() OVER (PARTITION BY {keys} ORDER BY _now) AS _number FROM {timed}"
    return Stage(f"SELECT {keys}, {INTENDED_TIME}\nFROM ({first})\nWHERE _number = 1", Marks())
