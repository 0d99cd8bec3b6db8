"""Records as rows, in SQL: decoding, event time, and which records are broken."""

from streamgauge.engines.oracle.dialect import DUCKDB
from streamgauge.engines.oracle.records import EVENT_NUMBER, VALUE
from streamgauge.engines.oracle.time import TIME
from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING, DataType, Source, WireFormat
from streamgauge.flow.expressions.render import render
from streamgauge.flow.marks import END_OF_INPUT

IS_STRICT_JSON = "is_strict_json"  # a function in Python that the connection must have

# DuckDB also takes commas at the end, NaN, Infinity and numbers beyond a double for JSON. Texts that may hold such are
# looked at again.
_DOUBTFUL = r",\s*[}\]]|(?i:nan|inf)|[eE]\+?[0-9]{3}|[0-9]{300}"

_KINDS = {
    BOOLEAN: "('BOOLEAN')",
    LONG: "('BIGINT', 'UBIGINT')",
    DOUBLE: "('BIGINT', 'UBIGINT', 'DOUBLE')",
    STRING: "('VARCHAR')",
}


def decoded_sql(source: Source, relation: str) -> str:
    """The rows of all records, the broken ones too; `is_broken_sql` tells them."""
    columns = _text(source, relation) if source.format is WireFormat.TEXT else _json(source, relation)
    return f"SELECT *, {_event_time(source)} AS {TIME} FROM (\n{columns}\n)" if source.has_event_time else columns


def is_broken_sql(source: Source) -> str:
    required = [DUCKDB.identifier(name) for name in source.schema.names if name not in source.optional]
    if source.format is WireFormat.JSON:
        required.append("_is_object")
    if source.has_event_time:
        required.append(TIME)
    return f"({' OR '.join(f'{name} IS NULL' for name in required) or 'false'})"


def _text(source: Source, relation: str) -> str:
    (column,) = source.schema.names
    return f"SELECT {EVENT_NUMBER}, {VALUE} AS {DUCKDB.identifier(column)}\nFROM {relation}\nWHERE {_is_record()}"


def _json(source: Source, relation: str) -> str:
    paths = ", ".join(f"'$.{name}'" for name in source.schema.names)
    columns = [_field(number, name, data_type) for number, (name, data_type) in enumerate(source.schema, start=1)]
    doubtful = f"regexp_matches({VALUE}, '{_DOUBTFUL}')"
    return "\n".join(
        (
            f"SELECT {EVENT_NUMBER}, CASE WHEN json_type(_json) = 'OBJECT' THEN true END AS _is_object, {', '.join(columns)}",
            f"FROM (SELECT {EVENT_NUMBER}, _json, json_type(_json, [{paths}]) AS _kinds,",
            f"    json_extract_string(_json, [{paths}]) AS _texts",
            f"  FROM (SELECT {EVENT_NUMBER}, CASE WHEN NOT json_valid({VALUE}) THEN NULL",
            f"      WHEN {doubtful} AND NOT {IS_STRICT_JSON}({VALUE}) THEN NULL ELSE {VALUE} END AS _json",
            f"    FROM {relation} WHERE {VALUE} IS NULL OR {_is_record()}))",
        )
    )


def _field(number: int, name: str, data_type: DataType) -> str:
    """A column, null where its field has another type."""
    value = f"_texts[{number}]"
    if data_type != STRING:
        value = f"TRY_CAST({value} AS {DUCKDB.type_name(data_type)})"
    kinds = _KINDS[data_type]
    is_fit = f"_kinds[{number}] IN {kinds}" + (f" AND isfinite({value})" if data_type == DOUBLE else "")
    return f"CASE WHEN {is_fit} THEN {value} END AS {DUCKDB.identifier(name)}"


def _is_record() -> str:
    """Not the record that ends a partition."""
    return f"NOT starts_with({VALUE}, '{{\"{END_OF_INPUT}\":')"


def _event_time(source: Source) -> str:
    assert source.event_time_expression is not None  # noqa: S101 - it is asked for only where there is one
    return render(source.event_time_expression, DUCKDB)
