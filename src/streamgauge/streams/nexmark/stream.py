"""What of the NEXMark stream can be set: everything that Beam's generator has, and what Beam leaves to chance."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from streamgauge.streams.base import Stream
from streamgauge.streams.nexmark.pace import longest_ms, most_events_within, paces
from streamgauge.streams.nexmark.proportions import AUCTIONS, LEAD, PERIOD

if TYPE_CHECKING:
    from streamgauge.streams.nexmark.tables import NexmarkTables

BASE_MS = 1_436_918_400_000  # 2015-07-15T00:00:00Z
LATEST_BASE_MS = 10**13 - 1
HIGHEST_RATE = 10**9
MOST_IN_BEAM = {"second": 2_000_000, "minute": 120_000_000}
MOST_GENERATORS = 1000
LONGEST_PERIOD_SEC = 86_400
LARGEST_RATIO = 1_000_000
LARGEST_NUMBER = 1_000_000
MOST_BYTES = 100_000
LARGEST_GROUP = 100_000
GROUP_FACTOR = 953  # of Beam's shuffle
LARGEST_EVENT_ID = 2**48
LONGEST_DELAY_MS = 86_400_000
LONGEST_DELAY_EVENTS = 1 << 20


@dataclass(frozen=True)
class NexmarkStream(Stream):
    """Persons, auctions and bids as JSON; `docs/streams-nexmark.md` defines every byte.

    Without late events, channels and times of arrival, the records are those of Beam 2.60.0 with the same settings. The seed
    is for what Beam leaves to chance: which events are late, which channel a bid came through.

    >>> NexmarkStream().records(4, 1)[0][:59]
    b'{"type":"bid","auction":1000,"bidder":1001,"price":32530001'
    """

    name: ClassVar[str] = "nexmark"

    seed: int = 1
    first_event_rate: int = 10_000
    next_event_rate: int = 10_000
    rate_unit: Literal["second", "minute"] = "second"
    rate_shape: Literal["sine", "square"] = "sine"
    rate_period_sec: int = 600
    generators: int = 1  # each has the rate's share: event times are so many times as far apart
    spacing: Literal["beam", "exact"] = "beam"
    base_ms: int = BASE_MS
    first_event_id: int = 0
    hot_auction_ratio: int = 2
    hot_sellers_ratio: int = 4
    hot_bidders_ratio: int = 4
    num_in_flight_auctions: int = 100
    num_active_people: int = 1000
    avg_person_byte_size: int = 200
    avg_auction_byte_size: int = 500
    avg_bid_byte_size: int = 100
    out_of_order_group_size: int = 1
    late_share: float = 0
    late_ms: int = 3000
    channels: bool = False
    arrival_rate: int = 0  # events a second by the clock that stamps them as they come; 0 for no stamps

    def __post_init__(self) -> None:
        self._require_seed()
        self._require_rates()
        self._require_whole("base_ms", 0, LATEST_BASE_MS)
        self._require_whole("first_event_id", 0, LARGEST_EVENT_ID)
        for ratio in ("hot_auction_ratio", "hot_sellers_ratio", "hot_bidders_ratio"):
            self._require_whole(ratio, 1, LARGEST_RATIO)
        for number in ("num_in_flight_auctions", "num_active_people"):
            self._require_whole(number, 0, LARGEST_NUMBER)
        for size in ("avg_person_byte_size", "avg_auction_byte_size", "avg_bid_byte_size"):
            self._require_whole(size, 0, MOST_BYTES)
        self._require_order()
        self._require(isinstance(self.channels, bool), "channels", "True or False")
        self._require_whole("arrival_rate", 0, HIGHEST_RATE)

    def _require_rates(self) -> None:
        for rate in ("first_event_rate", "next_event_rate"):
            self._require_whole(rate, 1, HIGHEST_RATE)
        self._require(self.rate_unit in ("second", "minute"), "rate_unit", "second or minute")
        self._require(self.rate_shape in ("sine", "square"), "rate_shape", "sine or square")
        self._require_whole("rate_period_sec", 1, LONGEST_PERIOD_SEC)
        self._require_whole("generators", 1, MOST_GENERATORS)
        self._require(self.spacing in ("beam", "exact"), "spacing", "beam or exact")
        for rate in ("first_event_rate", "next_event_rate"):
            most = MOST_IN_BEAM[self.rate_unit]  # a faster event's period would round to 0 microseconds
            is_kept = self.spacing == "exact" or getattr(self, rate) <= most
            self._require(is_kept, rate, f"at most {most} a {self.rate_unit}, or spacing exact")
        holds_events = any(pace.events for pace in paces(self))
        self._require(holds_events, "rate_period_sec", "so long that an event falls into a step of the rate's shape")

    def _require_order(self) -> None:
        self._require_whole("out_of_order_group_size", 1, LARGEST_GROUP)
        is_shuffled = self.out_of_order_group_size % GROUP_FACTOR != 0
        self._require(is_shuffled, "out_of_order_group_size", f"a number that is no multiple of {GROUP_FACTOR}")
        self._require_decimal("late_share", 0, 1)
        self._require_whole("late_ms", 1, LONGEST_DELAY_MS)
        is_short = not self.late_share or most_events_within(self, self.late_ms) <= LONGEST_DELAY_EVENTS
        self._require(is_short, "late_ms", f"so short that at most {LONGEST_DELAY_EVENTS} events fall into it")

    @property
    def disorder_ms(self) -> int:
        """By how much an event's time can lie behind the time of one that came earlier: a watermark's least delay."""
        group_ms = longest_ms(self, self.out_of_order_group_size - 1)
        return 2 * group_ms + self.late_ms if self.late_share else group_ms

    @property
    def reach_ms(self) -> int:
        """How long before it expires an auction is opened, or a bid on it made, at most."""
        length_ms = 2 * longest_ms(self, self.num_in_flight_auctions * PERIOD // AUCTIONS)
        return length_ms + longest_ms(self, (LEAD // AUCTIONS + 1) * PERIOD) + 1

    def records(self, start: int, count: int) -> list[bytes]:
        from streamgauge.streams.nexmark.maker import nexmark_maker  # numpy only when records are made

        return nexmark_maker(self).records(start, count)

    def tables(self, start: int, count: int) -> "NexmarkTables":
        """The same events as typed columns: one Arrow table for each kind."""
        from streamgauge.streams.nexmark.maker import nexmark_maker

        return nexmark_maker(self).tables(start, count)
