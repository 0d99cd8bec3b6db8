"""Makes the bytes of `Ysb`, many at a time: every field is a look-up in a table of bytes, only the time is counted out."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.columns import Column, between, digit_column, join_columns, text_column
from streamgauge.streams.generator import Bits, below, chance, draw, event_keys, stream_key
from streamgauge.streams.uuids import uuids
from streamgauge.streams.ysb import AD_TYPES, EVENT_TYPES, Ysb

USER, PAGE, AD, AD_TYPE, EVENT_TYPE, SKEW, IS_LATE, LATENESS, IS_UNKNOWN, UNKNOWN_AD = range(10)
UNKNOWN_ADS = 1000

_BLOCK = 2000  # records whose bytes fit the second-level cache
_MS_PER_SECOND = 1000


@lru_cache(maxsize=8)
def ysb_maker(stream: Ysb) -> "YsbMaker":
    """The maker of a stream; kept, because its tables cost more than a slice."""
    return YsbMaker(stream)


class YsbMaker:
    """The tables that a stream of advertisement events needs, and the loop over blocks."""

    def __init__(self, stream: Ysb) -> None:
        self._stream = stream
        self._key = stream_key(stream.seed, stream.name)
        known = uuids(stream.seed, "ysb ads", stream.ads)
        unknown = uuids(stream.seed, "ysb unknown ads", UNKNOWN_ADS)
        self._users = between(b'{"user_id": "', uuids(stream.seed, "ysb users", stream.users), b'", "page_id": "')
        self._pages = between(b"", uuids(stream.seed, "ysb pages", stream.pages), b'", "ad_id": "')
        self._ads = between(b"", np.vstack([known, unknown]), b'", "ad_type": "')
        self._types = _type_column()

    def records(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        for first in range(start, start + count, _BLOCK):
            made += self._make_block(first, min(_BLOCK, start + count - first))
        return made

    def event_times_ms(self, start: int, count: int) -> NDArray[np.int64]:
        return self._times_ms(event_keys(self._key, start, count), start)

    def _make_block(self, start: int, count: int) -> list[bytes]:
        keys = event_keys(self._key, start, count)
        types = below(draw(keys, AD_TYPE), len(AD_TYPES)) * len(EVENT_TYPES) + below(draw(keys, EVENT_TYPE), len(EVENT_TYPES))
        end = text_column([b'", "ip_address": "1.2.3.4"}'])
        return join_columns(
            [
                np.take(self._users, below(draw(keys, USER), self._stream.users), axis=0),
                np.take(self._pages, below(draw(keys, PAGE), self._stream.pages), axis=0),
                np.take(self._ads, self._ad_numbers(keys), axis=0),
                np.take(self._types, types, axis=0),
                digit_column(self._times_ms(keys, start)),
                np.broadcast_to(end, (count, end.shape[1])),
            ]
        )

    def _ad_numbers(self, keys: Bits) -> NDArray[np.int64]:
        """Places in the table of advertisements, where the unknown ones follow the known."""
        stream = self._stream
        numbers = below(draw(keys, AD), stream.ads)
        if stream.unknown_share:
            unknown = stream.ads + below(draw(keys, UNKNOWN_AD), UNKNOWN_ADS)
            numbers = np.where(chance(draw(keys, IS_UNKNOWN), stream.unknown_share), unknown, numbers)
        return numbers

    def _times_ms(self, keys: Bits, start: int) -> NDArray[np.int64]:
        stream = self._stream
        seconds, rest = np.divmod(np.arange(start, start + len(keys)), stream.events_per_second)
        times: NDArray[np.int64] = stream.base_ms + seconds * _MS_PER_SECOND + rest * _MS_PER_SECOND // stream.events_per_second
        if stream.skew_ms:
            times += below(draw(keys, SKEW), 2 * stream.skew_ms + 1) - stream.skew_ms
        if stream.late_share:
            lateness = below(draw(keys, LATENESS), stream.late_ms) + 1
            times -= np.where(chance(draw(keys, IS_LATE), stream.late_share), lateness, 0)
        return np.maximum(times, 0, out=times)


def campaign_table(stream: Ysb) -> list[tuple[str, str]]:
    """Advertisement a belongs to campaign a div ads_per_campaign."""
    campaigns = _texts(uuids(stream.seed, "ysb campaigns", stream.campaigns))
    ads = _texts(uuids(stream.seed, "ysb ads", stream.ads))
    return [(ad, campaigns[number // stream.ads_per_campaign]) for number, ad in enumerate(ads)]


def _texts(column: Column) -> list[str]:
    return [record.decode() for record in join_columns([column])]


def _type_column() -> Column:
    """What stands between ad_id and the time, for every pair of types."""
    pairs = [(ad_type, event_type) for ad_type in AD_TYPES for event_type in EVENT_TYPES]
    texts = [f'{ad_type}", "event_type": "{event_type}", "event_time": "'.encode() for ad_type, event_type in pairs]
    return text_column(texts)
