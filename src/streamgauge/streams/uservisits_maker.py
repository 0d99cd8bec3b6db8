"""Makes the lines of `UserVisits`, many at a time: every field is a look-up in a table of bytes or counted out."""

from datetime import date, timedelta
from functools import lru_cache

import numpy as np

from streamgauge.streams.columns import Column, between, digit_column, join_columns, text_column
from streamgauge.streams.generator import Bits, below, draw, event_keys, stream_key
from streamgauge.streams.uservisits import UserVisits

ADDRESS, DATE, REVENUE, BROWSER, COUNTRY, WORD, DURATION, FIRST_LETTERS = range(8)

SESSION_LETTERS = 54
LETTERS_PER_DRAW = 4
REVENUE_DIGITS = 8
LONGEST_DURATION = 10
FIRST_DAY = date(1970, 1, 1)
DAYS = 15_340  # to the end of 2011

BROWSERS = (
    "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1)",
    "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)",
    "Mozilla/5.0 (X11; Linux x86_64; rv:10.0) Gecko/20100101 Firefox/10.0",
    "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/535.1 (KHTML, like Gecko) Chrome/14.0.835.163 Safari/535.1",
    "Opera/9.80 (Windows NT 6.1; U; en) Presto/2.10.229 Version/11.61",
    "Lynx/2.8.7",
    "Wget/1.12",
)
COUNTRIES = (
    *("ARE,ARE-AR", "AUT,AUT-DE", "BRA,BRA-PT", "CHE,CHE-DE", "CHN,CHN-ZH", "DEU,DEU-DE", "ESP,ESP-ES", "FRA,FRA-FR"),
    *("GBR,GBR-EN", "IND,IND-HI", "ITA,ITA-IT", "JPN,JPN-JA", "KOR,KOR-KO", "POL,POL-PL", "SWE,SWE-SV", "USA,USA-EN"),
)
WORDS = (
    *("anchor", "basket", "candle", "desert", "engine", "feather", "garden", "harbour", "island", "jacket", "kettle", "ladder"),
    *("mirror", "needle", "orchard", "pepper", "quarry", "ribbon", "saddle", "thunder", "umbrella", "valley", "window", "yarn"),
)

_OCTETS = 254  # 1 to 254
_ADDRESS_FACTOR = 2_654_435_761  # a prime, so that no two numbers below 254^4 give the same address
_BLOCK = 2000  # records whose bytes fit the second-level cache


@lru_cache(maxsize=8)
def user_visits_maker(stream: UserVisits) -> "UserVisitsMaker":
    """The maker of a stream; kept, because its tables cost more than a slice."""
    return UserVisitsMaker(stream)


class UserVisitsMaker:
    """The tables that a stream of visits needs, and the loop over blocks."""

    def __init__(self, stream: UserVisits) -> None:
        self._key = stream_key(stream.seed, stream.name)
        self._addresses = _address_column(stream)
        days = [(FIRST_DAY + timedelta(days=day)).isoformat() for day in range(DAYS)]
        self._dates = text_column([f",{day},0.".encode() for day in days])
        self._browsers = text_column([f",{browser},".encode() for browser in BROWSERS])
        self._countries = text_column([f"{country},".encode() for country in COUNTRIES])
        self._words = text_column([f"{word},".encode() for word in WORDS])

    def lines(self, start: int, count: int) -> list[bytes]:
        made: list[bytes] = []
        for first in range(start, start + count, _BLOCK):
            made += self._make_block(first, min(_BLOCK, start + count - first))
        return made

    def _make_block(self, start: int, count: int) -> list[bytes]:
        keys = event_keys(self._key, start, count)
        return join_columns(
            [
                digit_column(np.arange(start, start + count)),
                _chosen(self._addresses, draw(keys, ADDRESS)),
                _sessions(keys),
                _chosen(self._dates, draw(keys, DATE)),
                digit_column(below(draw(keys, REVENUE), 10**REVENUE_DIGITS), REVENUE_DIGITS),
                _chosen(self._browsers, draw(keys, BROWSER)),
                _chosen(self._countries, draw(keys, COUNTRY)),
                _chosen(self._words, draw(keys, WORD)),
                digit_column(below(draw(keys, DURATION), LONGEST_DURATION) + 1),
            ]
        )


def _chosen(table: Column, bits: Bits) -> Column:
    return np.take(table, below(bits, len(table)), axis=0)


def _sessions(keys: Bits) -> Column:
    """54 letters, four from each draw: its 16-bit parts, the lowest first, scaled to 26."""
    draws = -(-SESSION_LETTERS // LETTERS_PER_DRAW)
    bits = np.empty((len(keys), draws), dtype="<u8")
    for number in range(draws):
        bits[:, number] = draw(keys, FIRST_LETTERS + number)
    return np.take(_LETTERS, bits.view("<u2")[:, :SESSION_LETTERS])


def _address_column(stream: UserVisits) -> Column:
    """Address k is offset + k * factor modulo 254^4; its four digits to the base 254, plus 1, are the octets."""
    everywhere = _OCTETS**4
    offset = int(draw(event_keys(stream_key(stream.seed, "uservisits addresses"), 0, 1), 0)[0]) % everywhere
    numbers = (offset + np.arange(stream.addresses) * _ADDRESS_FACTOR) % everywhere
    octets = [numbers // _OCTETS**place % _OCTETS + 1 for place in (3, 2, 1, 0)]
    texts = zip(*(part.tolist() for part in octets), strict=True)
    return between(b" ", text_column([b"%d.%d.%d.%d," % text for text in texts]), b"")


_LETTERS = np.array([ord("a") + (part * 26 >> 16) for part in range(1 << 16)], dtype=np.uint8)
