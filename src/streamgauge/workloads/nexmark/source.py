"""The source of all queries, what of its stream can be set, and the three kinds of events."""

from streamgauge.flow import LONG, STRING, Filter, Schema, Source, WireFormat
from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.streams.nexmark.pace import longest_ms
from streamgauge.streams.nexmark.stream import (
    BASE_MS,
    HIGHEST_RATE,
    LARGEST_EVENT_ID,
    LARGEST_GROUP,
    LARGEST_NUMBER,
    LARGEST_RATIO,
    LATEST_BASE_MS,
    LONGEST_DELAY_MS,
    LONGEST_PERIOD_SEC,
    MOST_BYTES,
    MOST_GENERATORS,
)
from streamgauge.workloads.margin import MARGIN_EVENTS, MARGIN_MS
from streamgauge.workloads.properties import Choice, Integers, Numbers, Property, Values

WIRE = "json: type (person, auction or bid), then the fields of its kind, see streams-nexmark.md; times in ms, money in cents"

# All fields of all kinds: a record has those of its own kind, the others are null.
FIELDS = Schema.of(
    type=STRING,
    id=LONG,
    name=STRING,
    emailAddress=STRING,
    creditCard=STRING,
    city=STRING,
    state=STRING,
    itemName=STRING,
    description=STRING,
    initialBid=LONG,
    reserve=LONG,
    auction=LONG,
    bidder=LONG,
    price=LONG,
    channel=STRING,
    url=STRING,
    dateTime=LONG,
    expires=LONG,
    seller=LONG,
    category=LONG,
    extra=STRING,
)
ARRIVAL = "arrival"  # when the record came, by the clock of whoever sent it; only where the stream is told to stamp
_EVERY_KIND = ("type", "dateTime")

_RATES = Integers(1, HIGHEST_RATE)
_RATIOS = Integers(1, LARGEST_RATIO)
_NUMBERS = Integers(0, LARGEST_NUMBER)
_SIZES = Integers(0, MOST_BYTES)

_STREAM_PROPERTIES = (
    Property("first_event_rate", 10_000, _RATES, "events per unit of event time: how many a window holds"),
    Property("next_event_rate", 10_000, _RATES, "the other end of the rate's shape; with both equal the rate is constant"),
    Property("rate_unit", "second", Choice(("second", "minute")), "the unit of both rates"),
    Property("rate_shape", "sine", Choice(("sine", "square")), "how the rate goes from one to the other"),
    Property("rate_period_sec", 600, Integers(1, LONGEST_PERIOD_SEC), "how long the shape takes before it begins again"),
    Property("generators", 1, Integers(1, MOST_GENERATORS), "events are so many times as far apart; Beam's own default is 100"),
    Property("spacing", "beam", Choice(("beam", "exact")), "distances of events in whole microseconds, or exact"),
    Property("base_ms", BASE_MS, Integers(0, LATEST_BASE_MS), "time of event 0"),
    Property("first_event_id", 0, Integers(0, LARGEST_EVENT_ID), "id of event 0: other ids give other events"),
    Property("hot_auction_ratio", 2, _RATIOS, "one bid in so many goes to any auction, the others to the hot one"),
    Property("hot_sellers_ratio", 4, _RATIOS, "the same of auctions and the hot seller"),
    Property("hot_bidders_ratio", 4, _RATIOS, "the same of bids and the hot bidder"),
    Property("num_in_flight_auctions", 100, _NUMBERS, "about so many auctions are open, and how long they are"),
    Property("num_active_people", 1_000, _NUMBERS, "so many persons sell and bid"),
    Property("avg_person_byte_size", 200, _SIZES, "size of a person"),
    Property("avg_auction_byte_size", 500, _SIZES, "size of an auction"),
    Property("avg_bid_byte_size", 100, _SIZES, "size of a bid"),
    Property("out_of_order_group_size", 1, Integers(1, LARGEST_GROUP), "events are shuffled in groups of so many"),
    Property("late_share", 0, Numbers(0, 1), "share of the events that come late; the watermark waits for them"),
    Property("late_ms", 3_000, Integers(1, LONGEST_DELAY_MS), "by how much they are late at most"),
)


def stream_properties(*, has_channels: bool, arrival_rate: int) -> tuple[Property, ...]:
    """What of the stream can be set; whether bids have a channel and a page, and records a time of arrival, unless told."""
    channels = Property("channels", "yes" if has_channels else "no", Choice(("yes", "no")), "bids have a channel and a page")
    stamped = "records say when they came, by a clock at which so many come a second; 0: they do not say so"
    return (*_STREAM_PROPERTIES, channels, Property("arrival_rate", arrival_rate, Integers(0, HIGHEST_RATE), stamped))


def nexmark_stream(values: Values, seed: int) -> NexmarkStream:
    own = {each.name: values[each.name] for each in _STREAM_PROPERTIES}
    return NexmarkStream(seed=seed, **own, channels=values["channels"] == "yes", arrival_rate=values["arrival_rate"])


def nexmark_source(stream: NexmarkStream, reads: tuple[str, ...]) -> Source:
    """The events of all kinds, decoded as far as `reads` asks for; only kind and time must be there."""
    wanted = {*_EVERY_KIND, *reads}
    return Source(
        Schema(tuple(column for column in FIELDS if column[0] in wanted)),
        WireFormat.JSON,
        event_time="dateTime",
        watermark_delay_ms=margin_of(stream) + stream.disorder_ms,
        optional=tuple(name for name in FIELDS.names if name in reads and name not in _EVERY_KIND),
        name="events",
    )


def reach_ms_of(values: Values) -> int:
    """How long before it expires an auction is opened, or a bid on it made, at most, in the stream with these settings."""
    return nexmark_stream(values, seed=0).reach_ms + MARGIN_MS


def margin_of(stream: NexmarkStream) -> int:
    """How long the events take by which one partition may be ahead of another, where they are furthest apart."""
    return max(MARGIN_MS, longest_ms(stream, MARGIN_EVENTS))


def persons(source: Source, condition: str = "") -> Filter:
    return _kind(source, "person", condition)


def auctions(source: Source, condition: str = "") -> Filter:
    return _kind(source, "auction", condition)


def bids(source: Source, condition: str = "") -> Filter:
    return _kind(source, "bid", condition)


def _kind(source: Source, kind: str, condition: str) -> Filter:
    return Filter(source, f"type = '{kind}'{condition and ' and ' + condition}", name=f"{kind}s")
