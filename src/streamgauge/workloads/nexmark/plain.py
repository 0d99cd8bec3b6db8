"""Queries that look at one event at a time: q0, q1, q2, q13, q14, q21, q22."""

from streamgauge.flow import LONG, STRING, Filter, Lookup, Miss, Schema, Select, Source, Step, Table
from streamgauge.workloads.nexmark.numbers import HOUR, divided
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import FIELDS, bids
from streamgauge.workloads.properties import Integers, Property, Values

_BID = ("auction", "bidder", "price", "extra")
_AUCTION_SKIP = Property("auction_skip", 123, Integers(1, 1_000_000), "only bids on every so manyth auction")
_SIDE_ROWS = Property("side_input_rows", 500, Integers(1, 100_000), "rows of the table that bids are looked up in")

_CHANNELS = {"apple": "0", "google": "1", "facebook": "2", "baidu": "3"}


def _q1(source: Source, _: Values) -> Step:
    euro = {
        "auction": "auction",
        "bidder": "bidder",
        "price": divided("price * 89", 100),
        "dateTime": "dateTime",
        "extra": "extra",
    }
    return Select(bids(source), euro, name="euro")


def _q2(source: Source, values: Values) -> Step:
    chosen = bids(source, f"auction % {values['auction_skip']} = 0")
    return Select(chosen, {"auction": "auction", "price": "price"}, name="prices")


def _q13(source: Source, values: Values) -> Step:
    rows = values["side_input_rows"]
    columns = {"auction": "auction", "bidder": "bidder", "price": "price", "dateTime": "dateTime"}
    keyed = Select(bids(source), columns | {"row": f"bidder % {rows}"}, name="keyed")
    table = Table(Schema.of(row=LONG, extra=STRING), tuple((row, str(row)) for row in range(rows)))
    found = Lookup(keyed, on="row", table=table, miss=Miss.DROP, name="side-input")
    return Select(found, columns | {"extra": "extra"}, name="enriched")


def _q14(source: Source, _: Values) -> Step:
    """The price is compared in thousandths, so that nothing is rounded."""
    middling = bids(source, "price * 908 > 1000000000 and price * 908 < 50000000000")
    hour = Select(middling, {name: name for name in (*_BID, "dateTime")} | {"hour": HOUR}, name="hours")
    part = "case when hour between 8 and 18 then 'dayTime' when hour <= 6 or hour >= 20 then 'nightTime' else 'otherTime' end"
    columns = {
        "auction": "auction",
        "bidder": "bidder",
        "price": "price * 908 / 1000",
        "bidTimeType": part,
        "dateTime": "dateTime",
        "extra": "extra",
        "c_counts": "length(extra) - length(replace(extra, 'c', ''))",
    }
    return Select(hour, columns, name="calculated")


def _q21(source: Source, _: Values) -> Step:
    """What stands behind `channel_id=` up to the next `&`: the first of the page's parameters, or of those after it."""
    known = " ".join(f"when lower(channel) = '{channel}' then '{number}'" for channel, number in _CHANNELS.items())
    from_url = "element(split(element(split('&' || url, '&channel_id='), 2), '&'), 1)"
    columns = {"auction": "auction", "bidder": "bidder", "price": "price", "channel": "channel"}
    numbered = Select(bids(source), columns | {"channel_id": f"case {known} else {from_url} end"}, name="numbered")
    return Filter(numbered, "channel_id is not null", name="known")


def _q22(source: Source, _: Values) -> Step:
    columns = {"auction": "auction", "bidder": "bidder", "price": "price", "channel": "channel"}
    parts = {f"dir{number}": f"element(split(url, '/'), {number + 3})" for number in (1, 2, 3)}
    return Select(bids(source), columns | parts, name="directories")


QUERIES = (
    Query(0, "every event as it is, decoded and encoded", FIELDS.names, lambda source, _: source),
    Query(1, "bids with the price in euro", _BID, _q1),
    Query(
        2,
        "auction and price of the bids on every 123rd auction",
        ("auction", "price"),
        _q2,
        (_AUCTION_SKIP,),
        shipped_events=5_000,
    ),
    Query(13, "bids with a text from a table, by bidder", ("auction", "bidder", "price"), _q13, (_SIDE_ROWS,)),
    Query(14, "bids of a middling price, with the part of the day and a count of letters", _BID, _q14, has_channels=True),
    Query(21, "bids with the number of their channel", ("auction", "bidder", "price", "channel", "url"), _q21, has_channels=True),
    Query(
        22, "bids with the directories of their page", ("auction", "bidder", "price", "channel", "url"), _q22, has_channels=True
    ),
)
