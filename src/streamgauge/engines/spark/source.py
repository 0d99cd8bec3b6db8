"""Records as rows: decoding, marks, event time and watermark; broken records are passed over."""

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.stage import IS_END, OFFSET, PARTITION, TIME, Stage
from streamgauge.flow import Source, WireFormat
from streamgauge.flow.expressions.render import render
from streamgauge.flow.marks import END_OF_INPUT, INTENDED_TIME

_END_MS = "_end_ms"


def read_source(step: Source, stage: Stage) -> Stage:
    """The source's columns and the marks that the flow needs."""
    marks = {
        INTENDED_TIME: "unix_millis(timestamp)",
        PARTITION: "CAST(partition AS BIGINT)",
        OFFSET: "offset",
        IS_END: f"{_END_MS} IS NOT NULL",
    }
    decode = _text if step.format is WireFormat.TEXT else _json
    decoded = decode(step, stage)
    plain = [f"{marks[name]} AS {name}" for name in stage.marks.columns if name != TIME]
    columns = [SPARK.identifier(name) for name in step.schema.names]
    timed = [f"{_event_time(step, stage)} AS {TIME}"] if stage.marks.event_time else []
    rows = decoded.rows.selectExpr(*columns, *plain, *timed)
    if stage.marks.event_time:
        rows = rows.where(f"{TIME} IS NOT NULL").withWatermark(TIME, f"{step.watermark_delay_ms} milliseconds")
    return stage.with_rows(rows)


def _text(step: Source, stage: Stage) -> Stage:
    column = SPARK.identifier(step.schema.names[0])
    text = "CAST(value AS STRING)"
    is_end, end_ms = f"startswith({text}, '{{\"{END_OF_INPUT}\":')", f"get_json_object({text}, '$.{END_OF_INPUT}')"
    extra = [f"CASE WHEN {is_end} THEN CAST({end_ms} AS BIGINT) END AS {_END_MS}"] if stage.marks.end else []
    return stage.with_rows(
        stage.rows.selectExpr(f"CAST(value AS STRING) AS {column}", "partition", "offset", "timestamp", *extra)
    )


def _json(step: Source, stage: Stage) -> Stage:
    fields = [f"{SPARK.identifier(name)} {SPARK.type_name(data_type)}" for name, data_type in step.schema]
    fields += [f"{END_OF_INPUT} BIGINT"] if stage.marks.end else []
    parsed = stage.rows.selectExpr(
        f"from_json(CAST(value AS STRING), '{', '.join(fields)}') AS _json", "partition", "offset", "timestamp"
    )
    required = " AND ".join(
        f"_json.{SPARK.identifier(name)} IS NOT NULL" for name in step.schema.names if name not in step.optional
    )
    is_whole = required or "_json IS NOT NULL"
    if stage.marks.end:
        is_whole = f"({is_whole}) OR _json.{END_OF_INPUT} IS NOT NULL"
    columns = [f"_json.{SPARK.identifier(name)} AS {SPARK.identifier(name)}" for name in step.schema.names]
    columns += [f"_json.{END_OF_INPUT} AS {_END_MS}"] if stage.marks.end else []
    return stage.with_rows(parsed.where(is_whole).selectExpr(*columns, "partition", "offset", "timestamp"))


def _event_time(step: Source, stage: Stage) -> str:
    assert step.event_time_expression is not None  # noqa: S101 - asked only where there is one
    milliseconds = render(step.event_time_expression, SPARK)
    return f"timestamp_millis(coalesce({_END_MS}, {milliseconds}))" if stage.marks.end else f"timestamp_millis({milliseconds})"
