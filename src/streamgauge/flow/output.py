"""The wire form of a result row: one JSON object with the sink's columns and the marks; a null column is left out.

{"word": "00042", "count": 3, "_t": 1700000000000}
{"sentence": "00042 needle", "_t": 1700000000000, "_o": [1, 7]}
"""

from collections.abc import Callable, Mapping
from typing import Any

from streamgauge.flow.graph import Flow, Identification
from streamgauge.flow.marks import EVENT, ORIGIN


def encode_row(row: Mapping[str, Any]) -> bytes:
    """A row, marks included, as it is written to the output."""
    import msgspec

    return msgspec.json.encode({name: value for name, value in row.items() if value is not None})


def row_decoder(flow: Flow, event_number: Callable[[int, int], int]) -> Callable[[bytes], dict[str, Any]]:
    """A function that reads written rows back.

    `event_number(partition, offset)` tells which event an input record was, so that a row without a key of its own gets
    the same name however the input was spread.
    """
    import msgspec

    decode = msgspec.json.Decoder(dict[str, Any]).decode
    if flow.identification is not Identification.ORIGIN:
        return decode

    def decode_keyless(value: bytes) -> dict[str, Any]:
        row = decode(value)
        partition, offset, *ordinals = row[ORIGIN]
        row[EVENT] = [event_number(partition, offset), *ordinals]
        return row

    return decode_keyless
