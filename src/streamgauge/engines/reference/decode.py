"""Wire records as rows: what is broken, and what ends the input.

A JSON field of the wrong type counts as missing; a record without a required column, or without the event time that the
source declares, is broken.
"""

from collections.abc import Callable
from typing import Any

from streamgauge.engines.reference.expressions import compile_expr
from streamgauge.engines.reference.rows import EVENT_TIME, Row
from streamgauge.flow import BOOLEAN, DOUBLE, LONG, STRING, DataType, Source, WireFormat
from streamgauge.flow.marks import END_OF_INPUT, INTENDED_TIME, ORIGIN
from streamgauge.transport.base import Record

_MARKER = f'{{"{END_OF_INPUT}":'.encode()


def end_of_input_ms(record: Record) -> int | None:
    """The time to which the watermark moves when this record ends its partition; None for all other records."""
    if not record.value.startswith(_MARKER):
        return None
    digits = record.value[len(_MARKER) : -1]
    return int(digits) if digits.isdigit() else None


def decoder(source: Source) -> Callable[[Record], Row | None]:
    """A function that turns a record into a row, or into None if it is broken."""
    columns = _text_columns(source) if source.format is WireFormat.TEXT else _json_columns(source)
    event_time = _event_time(source)

    def decode(record: Record) -> Row | None:
        row = columns(record.value)
        if row is None:
            return None
        row[INTENDED_TIME] = record.timestamp_ms
        row[ORIGIN] = [record.partition, record.offset]
        if event_time is not None:
            row[EVENT_TIME] = event_time(row)
            if row[EVENT_TIME] is None:
                return None
        return row

    return decode


def _event_time(source: Source) -> Callable[[Row], int | None] | None:
    return None if source.event_time_expression is None else compile_expr(source.event_time_expression)


def _text_columns(source: Source) -> Callable[[bytes], Row | None]:
    (column,) = source.schema.names
    return lambda value: {column: value.decode(errors="replace")}


def _json_columns(source: Source) -> Callable[[bytes], Row | None]:
    import msgspec

    parse = msgspec.json.Decoder().decode
    columns = [(name, _TYPE_CHECKS[data_type], name not in source.optional) for name, data_type in source.schema]

    def decode(value: bytes) -> Row | None:
        try:
            found = parse(value)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        if not isinstance(found, dict):
            return None
        row: Row = {}
        for name, check, is_required in columns:
            row[name] = check(found.get(name))
            if row[name] is None and is_required:
                return None
        return row

    return decode


def _long(value: Any) -> Any:
    fits = isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63
    return value if fits else None


def _double(value: Any) -> Any:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:  # a whole number beyond every double
        return None


_TYPE_CHECKS: dict[DataType, Callable[[Any], Any]] = {
    BOOLEAN: lambda value: value if isinstance(value, bool) else None,
    LONG: _long,
    DOUBLE: _double,
    STRING: lambda value: value if isinstance(value, str) else None,
}
