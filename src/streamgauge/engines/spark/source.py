"""Records as rows: decoding, marks, event time and watermark; broken records are passed over."""

from streamgauge.engines.spark.dialect import SPARK
from streamgauge.engines.spark.stage import ANSWER_ORIGIN, IS_END, OFFSET, PARTITION, TIME, Stage
from streamgauge.flow import STRING, DataType, Source, WireFormat
from streamgauge.flow.expressions.render import render
from streamgauge.flow.expressions.tree import Column
from streamgauge.flow.marks import END_OF_INPUT, INTENDED_TIME, ORIGIN

_END_MS = "_end_ms"
_PLACE = ("partition", "offset", "timestamp")
_RENAMED = tuple(f"{name} AS _record_{name}" for name in _PLACE)  # a flow may have columns of these names
_STRICT = "map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false')"  # as JSON itself is
_VALUE = "CAST(value AS STRING)"
# Behind the object there may be blanks, which hardly a record has: only of another end are they taken away.
_IS_CLOSED = f"(endswith({_VALUE}, '}}') OR endswith(trim(TRAILING ' \\t\\r\\n' FROM {_VALUE}), '}}'))"
# The time in a record that ends its partition; of another record no more than the beginning is looked at.
_BEGINS, _WHOLE = (SPARK.string(text) for text in (f'{{"{END_OF_INPUT}":', rf'\A\{{"{END_OF_INPUT}":([0-9]+)\}}\z'))
_END = f"CASE WHEN startswith({_VALUE}, {_BEGINS}) THEN try_cast(regexp_extract({_VALUE}, {_WHOLE}, 1) AS BIGINT) END"
_NOT_TEXT = ", ".join(str(ord(sign)) for sign in '0123456789-tf{["')  # how the text of what was no string begins
_MARK_TYPES = {INTENDED_TIME: "BIGINT", ORIGIN: "ARRAY<BIGINT>"}


def read_source(step: Source, stage: Stage, in_records: tuple[str, ...] = (), *, delay_ms: int) -> Stage:
    """The source's columns and the marks that the flow needs; those `in_records` are fields of a JSON record. The watermark
    stays `delay_ms` behind the newest event time."""
    marks = {
        INTENDED_TIME: INTENDED_TIME if INTENDED_TIME in in_records else "unix_millis(_record_timestamp)",
        ANSWER_ORIGIN: ORIGIN,
        PARTITION: "CAST(_record_partition AS BIGINT)",
        OFFSET: "_record_offset",
        IS_END: f"{_END_MS} IS NOT NULL",
    } | {name: name for name in stage.marks.stamps}
    decoded = _text(step, stage) if step.format is WireFormat.TEXT else _json(step, stage, in_records)
    plain = [f"{marks[name]} AS {name}" for name in stage.marks.columns if name != TIME]
    columns = [SPARK.identifier(name) for name in step.schema.names]
    if stage.marks.event_time:
        rows = decoded.rows.selectExpr(*columns, *plain, f"{_event_time(step, stage)} AS {TIME}")
        return stage.with_rows(rows.where(f"{TIME} IS NOT NULL").withWatermark(TIME, f"{delay_ms} milliseconds"))
    kept = decoded.rows.where(f"{_event_time_ms(step)} IS NOT NULL") if _may_lack_time(step) else decoded.rows
    return stage.with_rows(kept.selectExpr(*columns, *plain))


def _text(step: Source, stage: Stage) -> Stage:
    column = SPARK.identifier(step.schema.names[0])
    extra = [f"{_END} AS {_END_MS}"] if stage.marks.end else []
    return stage.with_rows(stage.rows.selectExpr(f"{_VALUE} AS {column}", *_RENAMED, *stage.marks.stamps, *extra))


def _json(step: Source, stage: Stage, in_records: tuple[str, ...]) -> Stage:
    fields = [f"{SPARK.identifier(name)} {SPARK.type_name(data_type)}" for name, data_type in step.schema]
    fields += [f"{name} {_MARK_TYPES[name]}" for name in in_records]
    # Exploded, because Spark would move the filter below a mere projection and parse each record once for every condition in it.
    parsed = stage.rows.selectExpr(
        f"explode(array(from_json({_VALUE}, '{', '.join(fields)}', {_STRICT}))) AS _json",
        "value",
        *_PLACE,
        *stage.marks.stamps,
    )
    checked = step.schema if not in_records else ()  # what another part has written has the right types
    required = [_present(name, data_type) for name, data_type in checked if name not in step.optional]
    is_whole = " AND ".join([*(required or ["_json IS NOT NULL"]), _IS_CLOSED])
    if stage.marks.end:
        is_whole = f"({is_whole}) OR {_END} IS NOT NULL"
    columns = [
        f"{_field(step, name, data_type, is_ours=bool(in_records))} AS {SPARK.identifier(name)}"
        for name, data_type in step.schema
    ]
    columns += [f"{_END} AS {_END_MS}"] if stage.marks.end else []
    columns += [f"_json.{name} AS {name}" for name in in_records]
    return stage.with_rows(parsed.where(is_whole).selectExpr(*columns, *_RENAMED, *stage.marks.stamps))


def _present(name: str, data_type: DataType) -> str:
    field = f"_json.{SPARK.identifier(name)}"
    return f"{field} IS NOT NULL AND {_is_text(name)}" if data_type == STRING else f"{field} IS NOT NULL"


def _field(step: Source, name: str, data_type: DataType, *, is_ours: bool) -> str:
    field = f"_json.{SPARK.identifier(name)}"
    is_doubtful = data_type == STRING and name in step.optional and not is_ours
    return f"CASE WHEN {_is_text(name)} THEN {field} END" if is_doubtful else field


def _is_text(name: str) -> str:
    """Was this field a JSON string? Spark makes text of numbers, booleans, objects and arrays too.

    Text that cannot have come from one of these is known by its first sign; else the record as it is usually written shows
    it; only else is it parsed once more.
    """
    as_written = f'contains({_VALUE}, \'"{name}":"\')'
    parsed = f"schema_of_variant(try_variant_get(try_parse_json({_VALUE}), '$.{name}', 'variant')) = 'STRING'"
    return f"(ascii(_json.{SPARK.identifier(name)}) NOT IN ({_NOT_TEXT}) OR {as_written} OR {parsed})"


def _event_time(step: Source, stage: Stage) -> str:
    milliseconds = _event_time_ms(step)
    return f"timestamp_millis(coalesce({_END_MS}, {milliseconds}))" if stage.marks.end else f"timestamp_millis({milliseconds})"


def _event_time_ms(step: Source) -> str:
    assert step.event_time_expression is not None  # noqa: S101 - asked only where there is one
    return render(step.event_time_expression, SPARK)


def _may_lack_time(step: Source) -> bool:
    """Is a record broken for want of an event time alone? A required column has been asked for already."""
    time = step.event_time_expression
    return time is not None and not (isinstance(time, Column) and time.name not in step.optional)
