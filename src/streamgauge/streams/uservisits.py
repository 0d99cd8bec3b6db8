"""Visits to a web site: the stream of HiBench.

A line has a number, a blank, and then with commas between them: address, session, date, revenue, browser, country,
language, search word and duration.
"""

from dataclasses import dataclass
from typing import ClassVar

from streamgauge.streams.base import Stream

MOST_ADDRESSES = 1_000_000
KEY_BYTES = 13  # of HiBench's key, the time of creation, which our records carry as their timestamp
FEWEST_BYTES = 150
MOST_BYTES = 10_000


@dataclass(frozen=True)
class UserVisits(Stream):
    """Lines of the same length; `docs/streams.md` defines every byte.

    >>> UserVisits().lines(0, 1)[0][:52]
    b'0 105.79.5.146,dhhmimlkjocdwsaptzppujwbssziqoxmcpzcf'
    """

    name: ClassVar[str] = "uservisits"

    seed: int = 1
    addresses: int = 100
    record_bytes: int = 200  # of key and value: a value is 13 bytes shorter

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("addresses", 1, MOST_ADDRESSES)
        self._require_whole("record_bytes", FEWEST_BYTES, MOST_BYTES)

    def records(self, start: int, count: int) -> list[bytes]:
        """The lines, cut or filled with zero bytes to `record_bytes` - 13."""
        length = self.record_bytes - KEY_BYTES
        return [line[:length].ljust(length, b"\0") for line in self.lines(start, count)]

    def lines(self, start: int, count: int) -> list[bytes]:
        """The lines in full, neither cut nor filled."""
        from streamgauge.streams.uservisits_maker import user_visits_maker  # numpy only when records are made

        return user_visits_maker(self).lines(start, count)
