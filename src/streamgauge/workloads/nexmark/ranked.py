"""Queries that keep the first of many by an order: q18 the last bid of each bidder on an auction, q19 its ten highest bids."""

from streamgauge.flow import Aggregate, Filter, Select, Source, Step
from streamgauge.workloads.nexmark.packed import Packed
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import bids
from streamgauge.workloads.properties import Integers, Property, Values

_READS = ("auction", "bidder", "price", "channel", "url", "extra")
_BID = Packed(numbers=("dateTime", "price"), texts=("channel", "url", "extra"))
_SIZE = Property("size", 10, Integers(1, 1_000), "how many bids of each auction")

_PRICE_DIGITS = 18


def _q18(source: Source, _: Values) -> Step:
    whole = Filter(bids(source), _BID.are_there, name="whole")
    packed = Select(whole, {"auction": "auction", "bidder": "bidder", "bid": _BID.packed}, name="packed")
    last = Aggregate(packed, ("auction", "bidder"), {"bid": "max(bid)"}, name="last")
    bid = _BID.unpacked("bid")
    columns = {name: bid[name] for name in ("price", "channel", "url", "dateTime", "extra")}
    return Select(last, {"auction": "auction", "bidder": "bidder"} | columns, name="listed")


def _q19(source: Source, values: Values) -> Step:
    """The price comes first in each text, with leading zeros, so that texts are ordered as prices are."""
    price = f"substring(cast({10**_PRICE_DIGITS} + price as string), 2, {_PRICE_DIGITS})"
    texts = [f"coalesce({name}, '')" for name in ("channel", "url", "extra")]
    bid = " || ' ' || ".join([price, "cast(dateTime as string)", "cast(bidder as string)", *texts])
    priced = Filter(bids(source), f"price >= 0 and price < {10**_PRICE_DIGITS} and bidder is not null", name="priced")
    entries = Select(priced, {"auction": "auction", "bid": bid}, name="entries")
    return Aggregate(entries, ("auction",), {"bids": f"top(bid, {values['size']})"}, name="highest")


QUERIES = (
    Query(18, "the last bid of each bidder on each auction", _READS, _q18, has_channels=True),
    Query(19, "the ten highest bids on each auction", _READS, _q19, (_SIZE,), has_channels=True),
)
