"""The input as a table: decoding, marks, event time and watermark. Broken records never become rows, see `java/Records.java`."""

import json

from streamgauge.engines.flink.dialect import FLINK
from streamgauge.engines.flink.stage import OFFSET, PARTITION, TIME, TIME_MS, Marks, Stage, interval
from streamgauge.engines.flink.wanted import wanted_texts
from streamgauge.flow import Aggregate, Flow, Session, Source, WireFormat
from streamgauge.flow.expressions.render import render
from streamgauge.flow.expressions.tree import columns_of
from streamgauge.flow.marks import END_OF_INPUT, INTENDED_TIME
from streamgauge.flow.needed import needed_columns

INPUT = "input"
_STAMP = "_stamp"  # the record's timestamp

# A watermark says that nothing as old as itself will come; the language lets a record be late by the whole delay. And a record at
# the very end of a session still joins it, so a session closes a millisecond after other windows that end with it.
_BEFORE_MS, _BEFORE_SESSIONS_MS = 1, 2


def source_table(flow: Flow, options: dict[str, str]) -> str:
    """The statement that makes the table of the input; `options` say where it is."""
    source, marks = flow.source, Marks.of(flow)
    columns = [f"{FLINK.identifier(name)} {FLINK.type_name(source.schema.type_of(name))}" for name in _decoded(flow)]
    if flow.waits_for_time:
        columns.append(f"{END_OF_INPUT} BIGINT")  # the last one: the format looks for it there
    columns.append(f"{_STAMP} TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL")
    if marks.origin:
        columns += [f"{PARTITION} INT METADATA FROM 'partition' VIRTUAL", f"{OFFSET} BIGINT METADATA FROM 'offset' VIRTUAL"]
    if TIME in marks.event_time:
        delay = interval(source.watermark_delay_ms + _before_ms(flow))
        columns += [f"{TIME} AS {_timestamp(flow)}", f"WATERMARK FOR {TIME} AS {TIME} - {delay}"]
    return create_table(INPUT, columns, options | _format(flow))


def source_stage(flow: Flow) -> Stage:
    """The source's columns and marks. What is not decoded is null, which nobody reads."""
    marks, decoded = Marks.of(flow), _decoded(flow)
    computed = {
        INTENDED_TIME: f"{milliseconds(_STAMP)} AS {INTENDED_TIME}",
        TIME_MS: f"{_event_time(flow.source)} AS {TIME_MS}" if flow.source.has_event_time else "",
    }
    nulls = {
        name: f"CAST(NULL AS {FLINK.type_name(data_type)}) AS {FLINK.identifier(name)}"
        for name, data_type in flow.source.schema
        if name not in decoded
    }
    own = [nulls.get(name, FLINK.identifier(name)) for name in flow.source.schema.names]
    columns = [*own, *(computed.get(name, name) for name in marks.columns)]
    kept = [f"{END_OF_INPUT} IS NULL"] if flow.waits_for_time else []
    if flow.source.has_event_time:
        kept.append(f"{_event_time(flow.source)} IS NOT NULL")
    where = f"\nWHERE {' AND '.join(kept)}" if kept else ""
    return Stage(f"SELECT {', '.join(columns)}\nFROM {INPUT}{where}", marks)


def create_table(name: str, columns: list[str], options: dict[str, str]) -> str:
    given = ",\n  ".join(f"'{option}' = {FLINK.string(value)}" for option, value in options.items())
    declared = ",\n  ".join(columns)
    return f"CREATE TEMPORARY TABLE {name} (\n  {declared}\n) WITH (\n  {given}\n)"


def milliseconds(time: str) -> str:
    """A timestamp as milliseconds since 1970; the session's time zone is UTC."""
    return f"(EXTRACT(EPOCH FROM {time}) * 1000 + EXTRACT(MILLISECOND FROM {time}))"


def _decoded(flow: Flow) -> tuple[str, ...]:
    """The columns that something reads, the event time among them."""
    of_time = columns_of(flow.source.event_time_expression) if flow.source.event_time_expression else set()
    read = {*needed_columns(flow, flow.source), *of_time}
    return tuple(name for name in flow.source.schema.names if name in read)


def _format(flow: Flow) -> dict[str, str]:
    """Fields that nobody reads are looked at all the same where a record without them is broken."""
    source, decoded = flow.source, _decoded(flow)
    if source.format is WireFormat.TEXT:
        return {"format": "records", "records.text": "true"}
    unread = [
        f"{name}:{FLINK.type_name(data_type)}"
        for name, data_type in source.schema
        if name not in decoded and name not in source.optional
    ]
    optional = [name for name in source.optional if name in decoded]
    wanted = wanted_texts(flow)
    return {
        "format": "records",
        "records.optional": ";".join(optional),
        "records.unread": ";".join(unread),
        **({"records.wanted": json.dumps(wanted)} if wanted else {}),
    }


def _before_ms(flow: Flow) -> int:
    has_sessions = any(isinstance(step, Aggregate) and isinstance(step.window, Session) for step in flow.steps)
    return _BEFORE_SESSIONS_MS if has_sessions else _BEFORE_MS


def _timestamp(flow: Flow) -> str:
    time = _event_time(flow.source)
    return f"TO_TIMESTAMP_LTZ({f'COALESCE({END_OF_INPUT}, {time})' if flow.waits_for_time else time}, 3)"


def _event_time(source: Source) -> str:
    assert source.event_time_expression is not None  # noqa: S101 - asked only where there is one
    return render(source.event_time_expression, FLINK)
