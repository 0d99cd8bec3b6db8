"""The input as an Arrow table: the number of each event, and its text."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from streamgauge.flow import WireFormat

EVENT_NUMBER, VALUE = "_number", "_value"

_BATCH = 100_000


def as_table(records: Iterable[bytes], wire_format: WireFormat) -> Any:
    """Record i as row i. Bytes that are no text are replaced in a text record, and make a JSON record null."""
    import numpy as np
    import pyarrow as pa

    texts = pa.chunked_array([_texts(batch, wire_format) for batch in _batches(records)], type=pa.string())
    return pa.table({EVENT_NUMBER: np.arange(len(texts)), VALUE: texts})


def _batches(records: Iterable[bytes]) -> Iterator[list[bytes]]:
    remaining = iter(records)
    while batch := list(islice(remaining, _BATCH)):
        yield batch


def _texts(batch: list[bytes], wire_format: WireFormat) -> Any:
    import pyarrow as pa

    try:
        return pa.array(batch, type=pa.binary()).cast(pa.string())
    except pa.ArrowInvalid:  # some are no text
        decode = _replaced if wire_format is WireFormat.TEXT else _text_or_null
        return pa.array([decode(value) for value in batch], type=pa.string())


def _replaced(value: bytes) -> str:
    return value.decode(errors="replace")


def _text_or_null(value: bytes) -> str | None:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None
