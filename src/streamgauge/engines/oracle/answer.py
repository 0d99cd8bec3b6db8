"""The answer of a flow on a finite input, by DuckDB."""

from collections.abc import Iterable
from typing import Any

from streamgauge.engines.oracle.dialect import LOWER_OF_ANY, UPPER_OF_ANY
from streamgauge.engines.oracle.lowering import RECORDS, lower, lower_broken
from streamgauge.engines.oracle.records import as_table
from streamgauge.engines.oracle.source import IS_STRICT_JSON
from streamgauge.engines.oracle.support import supports
from streamgauge.errors import DataError, RequestError
from streamgauge.flow import Flow, WireFormat
from streamgauge.flow.answer import Answer, AnswerShape
from streamgauge.flow.expressions.python import xml_texts

_FETCHED = 50_000  # rows at a time


def answer_by_duckdb(flow: Flow, records: Iterable[bytes]) -> Answer:
    """The answer of `flow`, record i being event i: the same as the reference's, for inputs without late records."""
    if not (support := supports(flow)):
        raise RequestError(f"the oracle cannot answer this ({support})", where=f"flow {flow.name!r}", fix="use the reference")
    with connect() as connection:
        connection.register(RECORDS, as_table(records, flow.source.format))
        try:
            answer = _answered(connection, flow)
        except _data_errors():
            # DuckDB may compute a filter on rows that one before it holds back; asked as it is written, it does not.
            connection.execute("PRAGMA disable_optimizer")
            answer = _answered_or_refused(connection, flow)
        if flow.source.format is WireFormat.JSON or flow.source.has_event_time:
            answer.broken = [number for (number,) in connection.execute(lower_broken(flow)).fetchall()]
    return answer


def _answered(connection: Any, flow: Flow) -> Answer:
    answer = Answer(AnswerShape.of(flow))
    found = connection.execute(lower(flow))
    names = [column[0] for column in found.description]
    while rows := found.fetchmany(_FETCHED):
        for row in rows:
            answer.add(dict(zip(names, row, strict=True)))
    return answer


def _answered_or_refused(connection: Any, flow: Flow) -> Answer:
    """What is an error in the reference is one here; which event leads to it DuckDB does not say."""
    try:
        return _answered(connection, flow)
    except _data_errors() as error:
        said = " ".join(str(error).split())
        raise DataError(f"there is no answer: {said}", where=f"flow {flow.name!r}", fix="guard the step") from error


def _data_errors() -> tuple[type[Exception], ...]:
    """How DuckDB tells of what leaves 64 bits, and of what a function in Python does not take."""
    import duckdb

    return duckdb.OutOfRangeException, duckdb.ConversionException, duckdb.InvalidInputException


def connect() -> Any:
    """A database in memory with the functions that our SQL calls."""
    import duckdb

    connection = duckdb.connect(config={"autoinstall_known_extensions": False})
    for name, function, result in (
        (LOWER_OF_ANY, str.lower, "VARCHAR"),
        (UPPER_OF_ANY, str.upper, "VARCHAR"),
        (IS_STRICT_JSON, _is_strict_json, "BOOLEAN"),
    ):
        connection.create_function(name, function, ["VARCHAR"], result)
    connection.create_function("xml_texts", xml_texts, ["VARCHAR", "VARCHAR"], "VARCHAR[]")
    return connection


def _is_strict_json(text: str) -> bool:
    import msgspec

    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True
