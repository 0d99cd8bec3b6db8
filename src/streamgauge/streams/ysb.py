"""Advertisement events: the stream of the Yahoo Streaming Benchmark.

A user sees, clicks or buys on a page, because of an advertisement that belongs to a campaign. The table that says to
which one is part of the stream, and known in advance.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from streamgauge.streams.base import Stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BASE_MS = 1_436_918_400_000  # 2015-07-15T00:00:00Z, as in NEXMark
LATEST_BASE_MS = 10**13 - 1
LARGEST_TABLE = 1_000_000
MOST_PER_SECOND = 10**9
LONGEST_MS = 86_400_000

AD_TYPES = ("banner", "modal", "sponsored-search", "mail", "mobile")
EVENT_TYPES = ("view", "click", "purchase")


@dataclass(frozen=True)
class Ysb(Stream):
    """Events as JSON, all choices even; `docs/streams.md` defines every byte.

    >>> Ysb().campaign_table()[0]
    ('d799ab3c-5330-474d-ae98-622ad04b0fb8', 'af694463-8aeb-4a88-8fcf-c8f87465f041')
    """

    name: ClassVar[str] = "ysb"

    seed: int = 1
    campaigns: int = 100
    ads_per_campaign: int = 10
    users: int = 100
    pages: int = 100
    events_per_second: int = 1000  # of event time
    base_ms: int = BASE_MS
    skew_ms: int = 0
    late_share: float = 0
    late_ms: int = 60_000
    unknown_share: float = 0

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_whole("campaigns", 1, LARGEST_TABLE)
        self._require_whole("ads_per_campaign", 1, LARGEST_TABLE)
        self._require(self.ads <= LARGEST_TABLE, "ads_per_campaign", f"at most {LARGEST_TABLE} / campaigns")
        self._require_whole("users", 1, LARGEST_TABLE)
        self._require_whole("pages", 1, LARGEST_TABLE)
        self._require_whole("events_per_second", 1, MOST_PER_SECOND)
        self._require_whole("base_ms", 0, LATEST_BASE_MS)
        self._require_whole("skew_ms", 0, LONGEST_MS)
        self._require_decimal("late_share", 0, 1)
        self._require_whole("late_ms", 1, LONGEST_MS)
        self._require_decimal("unknown_share", 0, 1)

    @property
    def ads(self) -> int:
        """How many advertisements belong to a campaign."""
        return self.campaigns * self.ads_per_campaign

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.ysb_maker import ysb_maker  # numpy only when records are made

        return ysb_maker(self).records(start, count)

    def event_times_ms(self, start: int, count: int) -> "NDArray[np.int64]":
        """What `event_time` of the events `start` to `start + count - 1` says."""
        from streamgauge.streams.ysb_maker import ysb_maker

        return ysb_maker(self).event_times_ms(start, count)

    def campaign_table(self) -> list[tuple[str, str]]:
        """Every advertisement that belongs to a campaign, and the campaign: (ad_id, campaign_id)."""
        from streamgauge.streams.ysb_maker import campaign_table

        return campaign_table(self)
