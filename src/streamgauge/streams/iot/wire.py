"""The three forms of a record: a flat JSON object, a line of values, and SenML as in the published files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from streamgauge.streams.columns import Column, join_columns

TIMESTAMP = "timestamp"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: its unit in SenML, and whether it is text there and in JSON."""

    name: str
    unit: str
    is_text: bool = False
    is_text_in_senml: bool = False


def compose(wire: str, fields: Sequence[Field], columns: Mapping[str, Column]) -> list[bytes]:
    """The records, one for every row of the columns."""
    pieces = {"json": _json, "csv": _csv, "senml": _senml}[wire](fields, columns)
    count = len(columns[TIMESTAMP])
    return join_columns([_constant(piece, count) if isinstance(piece, bytes) else piece for piece in pieces])


def _json(fields: Sequence[Field], columns: Mapping[str, Column]) -> list[bytes | Column]:
    pieces: list[bytes | Column] = []
    for number, field in enumerate(fields):
        start, quote = "," if number else "{", '"' if field.is_text else ""
        pieces += [f'{start}"{field.name}":{quote}'.encode(), columns[field.name], quote.encode()]
    return [*pieces, b"}"]


def _csv(fields: Sequence[Field], columns: Mapping[str, Column]) -> list[bytes | Column]:
    pieces: list[bytes | Column] = []
    for number, field in enumerate(fields):
        pieces += [b"," if number else b"", columns[field.name]]
    return pieces


def _senml(fields: Sequence[Field], columns: Mapping[str, Column]) -> list[bytes | Column]:
    """As in the published files, where the time stands before the object too."""
    time = columns[TIMESTAMP]
    pieces: list[bytes | Column] = [time]
    for number, field in enumerate(each for each in fields if each.name != TIMESTAMP):
        start, name = "},{" if number else ',{"e":[{', f'"u":"{field.unit}","n":"{field.name}"'
        if field.is_text or field.is_text_in_senml:
            pieces += [f'{start}{name},"sv":"'.encode(), columns[field.name], b'"']
        else:
            pieces += [f'{start}"v":"'.encode(), columns[field.name], f'",{name}'.encode()]
    return [*pieces, b'}],"bt":', time, b"}"]


def _constant(text: bytes, count: int) -> Column:
    return np.broadcast_to(np.frombuffer(text, dtype=np.uint8), (count, len(text)))
