"""Queries that bring kinds of events together: q3, q8, q20 two of them, q23 all three."""

from streamgauge.flow import Join, JoinKind, Select, Source, Step
from streamgauge.workloads.nexmark.durations import NONE, PRESET, Lengths
from streamgauge.workloads.nexmark.numbers import floored
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import auctions, bids, persons
from streamgauge.workloads.properties import Values

_WAIT_OF_Q3 = Lengths("wait", "how far apart a person and an auction may be, and how long each is kept", "10min", NONE)
_WAIT_OF_Q20 = Lengths("wait", "how far apart an auction and a bid may be, and how long each is kept", NONE, NONE)
_WINDOW_OF_Q8 = Lengths("window", "length of the windows", "10s", "12h")


def waiting_join(left: Step, right: Step, on: tuple[str, str], wait_ms: int | None, name: str) -> Join:
    """Pairs that are at most so far apart; or all of them."""
    if wait_ms is None:
        return Join(left, right, (on,), JoinKind.UNBOUNDED, name=name)
    return Join(left, right, (on,), JoinKind.INTERVAL, before_ms=wait_ms, after_ms=wait_ms, name=name)


def _q3(source: Source, values: Values) -> Step:
    local = {"person": "id", "name": "name", "city": "city", "state": "state"}
    sellers = Select(persons(source, "state in ('OR', 'ID', 'CA')"), local, name="sellers")
    items = Select(auctions(source, "category = 10"), {"id": "id", "seller": "seller"}, name="items")
    pairs = waiting_join(sellers, items, ("person", "seller"), _WAIT_OF_Q3.ms_or_none(values), "local-items")
    return Select(pairs, {"name": "name", "city": "city", "state": "state", "id": "id"}, name="listed")


def _q8(source: Source, values: Values) -> Step:
    window_ms = _WINDOW_OF_Q8.ms(values)
    fresh = {"window_start": floored("dateTime", window_ms), "id": "id", "name": "name"}
    users = Select(persons(source), fresh, name="users")
    items = Select(auctions(source), {"seller": "seller", "reserve": "reserve"}, name="items")
    pairs = Join(users, items, (("id", "seller"),), JoinKind.WINDOW, size_ms=window_ms, name="new-users")
    return Select(pairs, {name: name for name in ("window_start", "id", "name", "reserve")}, name="listed")


_OF_BID = ("auction", "bidder", "price", "channel", "url")
_OF_AUCTION = ("itemName", "description", "initialBid", "reserve", "expires", "seller", "category")


def _q20(source: Source, values: Values) -> Step:
    lot = {name: name for name in ("id", *_OF_AUCTION)} | {"auction_dateTime": "dateTime", "auction_extra": "extra"}
    lots = Select(auctions(source, "category = 10"), lot, name="lots")
    offer = {name: name for name in _OF_BID} | {"bid_dateTime": "dateTime", "bid_extra": "extra"}
    offers = Select(bids(source), offer, name="offers")
    pairs = waiting_join(lots, offers, ("id", "auction"), _WAIT_OF_Q20.ms_or_none(values), "expanded")
    names = (*_OF_BID, "bid_dateTime", "bid_extra", *_OF_AUCTION[:4], "auction_dateTime", *_OF_AUCTION[4:], "auction_extra")
    return Select(pairs, {name: name for name in names}, name="listed")


def _q23(source: Source, _: Values) -> Step:
    people = Select(persons(source), {"person": "id", "name": "name", "city": "city", "state": "state"}, name="people")
    offers = Select(bids(source), {name: name for name in ("auction", "bidder", "price")} | {"at": "dateTime"}, name="offers")
    lots = Select(auctions(source), {"item": "id", "seller": "seller", "itemName": "itemName"}, name="lots")
    known = Join(people, offers, (("person", "bidder"),), JoinKind.UNBOUNDED, name="bidders")
    selling = Join(known, lots, (("bidder", "seller"),), JoinKind.UNBOUNDED, name="who-sell")
    names = ("auction", "bidder", "price", "name", "city", "state", "item", "itemName")
    return Select(selling, {name: name for name in names} | {"dateTime": "at"}, name="listed")


QUERIES = (
    Query(
        3,
        "items of category 10 that persons in Oregon, Idaho or California sell",
        ("id", "name", "city", "state", "seller", "category"),
        _q3,
        (PRESET, _WAIT_OF_Q3.declared),
        shipped_events=5_000,
    ),
    Query(
        8,
        "persons who open auctions in the window in which they came",
        ("id", "name", "seller", "reserve"),
        _q8,
        (PRESET, _WINDOW_OF_Q8.declared),
    ),
    Query(
        20,
        "bids on auctions of category 10, with the auction",
        ("id", *_OF_AUCTION, *_OF_BID, "extra"),
        _q20,
        (PRESET, _WAIT_OF_Q20.declared),
        has_channels=True,
        shipped_events=4_200,
    ),
    Query(
        23,
        "bids with the bidder, and each auction that the bidder has opened",
        ("id", "name", "city", "state", "auction", "bidder", "price", "seller", "itemName"),
        _q23,
        has_channels=True,
        shipped_events=200,
    ),
)
