"""Makes the records of `AdvClick`, many at a time.

Advertisement a has the place 1000 a, its click the place 1000 a + delay * ads_per_second, in thousandths of the distance of two
advertisements; events come in the order of their places. A cycle of advertisements takes up CYCLE * 1000 places, and so does a
*turn*. The same places, modulo a turn, are taken in every turn; a click may lie some turns after its advertisement, so the first
turns lack those whose advertisements would have come before the first.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.advclick import CYCLE, AdvClick
from streamgauge.streams.columns import between, digit_column, join_columns, text_column
from streamgauge.streams.generator import below, chance, draw, event_keys, keys_of, stream_key
from streamgauge.streams.normal import SIGMA, normal
from streamgauge.streams.readings import BASE_MS
from streamgauge.streams.uuids import uuid_column

IS_CLICKED, DELAY = range(2)  # draws of a place in the cycle
DISORDER = 0  # draw of an event

_BLOCK = 4000
_STEP = 1000  # places from one advertisement to the next
_TURN = CYCLE * _STEP
_KINDS = text_column([b'{"kind":"shown","ad":"', b'{"kind":"click","ad":"'])

Whole = NDArray[np.int64]


@lru_cache(maxsize=8)
def advclick_maker(stream: AdvClick) -> "AdvClickMaker":
    """The maker of a stream; kept, because its cycle costs more than a slice."""
    return AdvClickMaker(stream)


class AdvClickMaker:
    """The events of a turn in order, and how many of them each of the first turns has."""

    def __init__(self, stream: AdvClick) -> None:
        self._stream = stream
        self._key = stream_key(stream.seed, stream.name)
        self._ad_key = stream_key(stream.seed, "advclick ads")
        self._place, self._turn, self._ad, self._is_click = _cycle(stream)
        self._first_turn, self._last_turn = int(self._turn.min()), int(self._turn.max())
        counts = np.bincount(self._turn - self._first_turn).cumsum()  # of each turn from the first to the last that lacks some
        self._starts: Whole = np.concatenate([[0], counts.cumsum()])

    def records(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        for first in range(start, start + count, _BLOCK):
            made += self._make_block(first, min(_BLOCK, start + count - first))
        return made

    def ads(self, start: int, count: int) -> tuple[Whole, NDArray[np.bool_]]:
        ads, _, is_click = self._events(start, count)
        return ads, is_click

    def _make_block(self, start: int, count: int) -> list[bytes]:
        ads, places, is_click = self._events(start, count)
        times: Whole = BASE_MS + places // self._stream.ads_per_second
        if self._stream.disorder_ms:
            times -= below(draw(event_keys(self._key, start, count), DISORDER), self._stream.disorder_ms + 1)
        return join_columns(
            [
                np.take(_KINDS, is_click.astype(np.int64), axis=0),
                between(b"", uuid_column(keys_of(self._ad_key, ads)), b'","at":'),
                between(b"", digit_column(times), b"}"),
            ]
        )

    def _events(self, start: int, count: int) -> tuple[Whole, Whole, NDArray[np.bool_]]:
        """Advertisement, place and kind of each event."""
        numbers = np.arange(start, start + count)
        turns = self._first_turn + np.searchsorted(self._starts, numbers, side="right") - 1
        entries = np.empty(count, dtype=np.int64)
        is_whole = turns >= self._last_turn
        since = numbers[is_whole] - self._starts[self._last_turn - self._first_turn]
        turns[is_whole] = self._last_turn + since // len(self._place)
        entries[is_whole] = since % len(self._place)
        for turn in np.unique(turns[~is_whole]).tolist():
            ours = turns == turn
            entries[ours] = np.flatnonzero(self._turn <= turn)[numbers[ours] - self._starts[turn - self._first_turn]]
        ads = (turns - self._turn[entries]) * CYCLE + self._ad[entries]
        return ads, turns * _TURN + self._place[entries], self._is_click[entries]


def _cycle(stream: AdvClick) -> tuple[Whole, Whole, Whole, NDArray[np.bool_]]:
    """Place within the turn, turns after that of the advertisement, its number, and kind, of every event of a turn, in order."""
    keys = event_keys(stream_key(stream.seed, "advclick clicks"), 0, CYCLE)
    ads = np.arange(CYCLE)
    clicked = ads[chance(draw(keys, IS_CLICKED), stream.click_share)]
    delays_ms = stream.delay_ms + normal(draw(keys[clicked], DELAY)) * stream.delay_deviation_ms // SIGMA
    turns, places = np.divmod(clicked * _STEP + delays_ms * stream.ads_per_second, _TURN)
    place, ad = np.concatenate([ads * _STEP, places]), np.concatenate([ads, clicked])
    turn = np.concatenate([np.zeros(CYCLE, dtype=np.int64), turns])
    is_click = np.concatenate([np.zeros(CYCLE, dtype=np.bool_), np.ones(len(clicked), dtype=np.bool_)])
    order = np.lexsort((ad, is_click, place))
    return place[order], turn[order], ad[order], is_click[order]
