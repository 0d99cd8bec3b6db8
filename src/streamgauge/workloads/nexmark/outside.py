"""Somebody else's auctions: how long they last is not known before they have been read."""

from collections.abc import Iterable
from typing import Any

from streamgauge.workloads.nexmark.durations import LONGEST_MS


def longest_ms(records: Iterable[bytes]) -> int:
    """How long before an auction expires it is opened, or a bid on it made, at most; without auctions that last too long.

    >>> longest_ms([b'{"type":"auction","id":7,"dateTime":100,"expires":190}', b'{"type":"bid","auction":7,"dateTime":60}'])
    130
    """
    lots: list[tuple[int, int, int]] = []
    first_bid_ms: dict[int, int] = {}
    for event in _events(records):
        match event:
            case {"type": "auction", "id": int(number), "dateTime": int(opened_ms), "expires": int(expires_ms)}:
                if 0 < expires_ms - opened_ms <= LONGEST_MS:
                    lots.append((number, opened_ms, expires_ms))
            case {"type": "bid", "auction": int(number), "dateTime": int(at_ms)}:
                first_bid_ms[number] = min(at_ms, first_bid_ms.get(number, at_ms))
    lasts_ms = (expires_ms - min(opened_ms, first_bid_ms.get(number, opened_ms)) for number, opened_ms, expires_ms in lots)
    return min(max(lasts_ms, default=0), LONGEST_MS)


def _events(records: Iterable[bytes]) -> Iterable[Any]:
    """Those that can be decoded; the others are not our matter."""
    import msgspec

    decoder = msgspec.json.Decoder()
    for record in records:
        try:
            yield decoder.decode(record)
        except msgspec.DecodeError:
            continue
