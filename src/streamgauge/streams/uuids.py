"""Tables of random UUIDs, version 4: the identities of users, pages, advertisements and campaigns."""

import numpy as np

from streamgauge.streams.columns import Column, text_column
from streamgauge.streams.generator import Bits, draw, event_keys, stream_key

_VERSION_MASK, _VERSION = np.uint64(0xFFFFFFFFFFFF0FFF), np.uint64(0x4000)
_VARIANT_MASK, _VARIANT = np.uint64(0x3FFFFFFFFFFFFFFF), np.uint64(1 << 63)


def uuids(seed: int, table: str, count: int) -> Column:
    """UUID k of a table: the draws 0 and 1 of event k of the stream that is called like the table, in hexadecimal."""
    return uuid_column(event_keys(stream_key(seed, table), 0, count))


def uuid_column(keys: Bits) -> Column:
    """The UUIDs of events of such a stream."""
    count = len(keys)
    halves = np.empty((count, 2), dtype=">u8")
    halves[:, 0] = draw(keys, 0) & _VERSION_MASK | _VERSION
    halves[:, 1] = draw(keys, 1) & _VARIANT_MASK | _VARIANT
    pairs = np.take(_HEXADECIMAL, halves.view(np.uint8), axis=0).reshape(count, 32)
    hyphen = np.full((count, 1), ord("-"), dtype=np.uint8)
    parts = np.split(pairs, [8, 12, 16, 20], axis=1)
    return np.hstack([parts[0], *(each for part in parts[1:] for each in (hyphen, part))])


_HEXADECIMAL = text_column([b"%02x" % byte for byte in range(256)])
