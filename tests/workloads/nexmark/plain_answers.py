"""The answers of the queries in plain Python, from their definitions alone: nothing here knows flows, engines or expressions.

Each takes the decoded events, in order of arrival, and gives the rows, in any order, as tuples of the columns in `COLUMNS`.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

Event: TypeAlias = dict[str, Any]
Events: TypeAlias = list[Event]
Rows: TypeAlias = Iterable[tuple[Any, ...]]

DAY_MS = 86_400_000

COLUMNS = {
    1: "auction bidder price dateTime extra",
    2: "auction price",
    3: "name city state id",
    4: "window_start window_end category price",
    5: "window_start auction num",
    6: "seller price",
    7: "window_start auction bidder price dateTime extra",
    8: "window_start id name reserve",
    9: "auction seller category reserve expires bidder price dateTime",
    10: "window_start shard type id bidder dateTime extra",
    11: "bidder bids window_start window_end",
    12: "bidder bids window_start window_end",
    13: "auction bidder price dateTime extra",
    14: "auction bidder price bidTimeType dateTime extra c_counts",
    15: "day total_bids rank1_bids rank2_bids rank3_bids total_bidders rank1_bidders rank2_bidders rank3_bidders "
    "total_auctions rank1_auctions rank2_auctions rank3_auctions",
    16: "channel day minute total_bids rank1_bids rank2_bids rank3_bids total_bidders rank1_bidders rank2_bidders rank3_bidders "
    "total_auctions rank1_auctions rank2_auctions rank3_auctions",
    17: "auction day total_bids rank1_bids rank2_bids rank3_bids min_price max_price avg_price sum_price",
    18: "auction bidder price channel url dateTime extra",
    19: "auction bids",
    20: "auction bidder price channel url bid_dateTime bid_extra itemName description initialBid reserve auction_dateTime "
    "expires seller category auction_extra",
    21: "auction bidder price channel channel_id",
    22: "auction bidder price channel dir1 dir2 dir3",
    23: "auction bidder price name city state item itemName dateTime",
}


def q1(events: Events) -> Rows:
    return [(b["auction"], b["bidder"], b["price"] * 89 // 100, b["dateTime"], b["extra"]) for b in _bids(events)]


def q2(events: Events) -> Rows:
    return [(bid["auction"], bid["price"]) for bid in _bids(events) if bid["auction"] % 123 == 0]


def q3(events: Events) -> Rows:
    local = [person for person in _of(events, "person") if person["state"] in ("OR", "ID", "CA")]
    items = [auction for auction in _of(events, "auction") if auction["category"] == 10]
    return [(p["name"], p["city"], p["state"], a["id"]) for a in items for p in local if p["id"] == a["seller"]]


def q4(events: Events) -> Rows:
    prices: dict[tuple[int, int], list[int]] = defaultdict(list)
    for _, _, category, _, expires, _, price, _ in q9(events):
        for start in _starts(expires - 1, 10_000, 5_000):
            prices[start, category].append(price)
    return [(start, start + 10_000, category, _rounded_mean(all_)) for (start, category), all_ in prices.items()]


def q5(events: Events) -> Rows:
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for bid in _bids(events):
        for start in _starts(bid["dateTime"], 10_000, 5_000):
            counts[start][bid["auction"]] += 1
    return [(start, auction, num) for start, by in counts.items() for auction, num in by.items() if num == max(by.values())]


def q6(events: Events) -> Rows:
    sales = defaultdict(list)
    for _, seller, _, _, _, _, price, time in q9(events):
        sales[seller].append((time, price))
    return [(seller, _rounded_mean([price for _, price in sorted(own)[-10:]])) for seller, own in sales.items()]


def q7(events: Events) -> Rows:
    windows: dict[int, Events] = defaultdict(list)
    for bid in _bids(events):
        windows[bid["dateTime"] // 10_000 * 10_000].append(bid)
    for start, bids in windows.items():
        highest = max(bid["price"] for bid in bids)
        for b in bids:
            if b["price"] == highest:
                yield start, b["auction"], b["bidder"], b["price"], b["dateTime"], b["extra"]


def q8(events: Events) -> Rows:
    for person in _of(events, "person"):
        start = person["dateTime"] // 10_000 * 10_000
        for auction in _of(events, "auction"):
            if auction["seller"] == person["id"] and start <= auction["dateTime"] < start + 10_000:
                yield start, person["id"], person["name"], auction["reserve"]


def q9(events: Events) -> Rows:
    bids = defaultdict(list)
    for bid in _bids(events):
        bids[bid["auction"]].append(bid)
    for a in _of(events, "auction"):
        valid = [bid for bid in bids[a["id"]] if bid["dateTime"] < a["expires"] and bid["price"] >= a["reserve"]]
        if valid:
            best = min(valid, key=lambda bid: (-bid["price"], bid["dateTime"]))
            own = a["id"], a["seller"], a["category"], a["reserve"], a["expires"]
            yield *own, best["bidder"], best["price"], best["dateTime"]


def q10(events: Events) -> Rows:
    for event in events:
        number, start = event["bidder" if event["type"] == "bid" else "id"], event["dateTime"] // 10_000 * 10_000
        own = event["type"], event.get("id"), event.get("bidder"), event["dateTime"], event["extra"]
        yield start, number % 5, *own


def q11(events: Events) -> Rows:
    times = defaultdict(list)
    for bid in _bids(events):
        times[bid["bidder"]].append(bid["dateTime"])
    for bidder, own in times.items():
        session: list[int] = []
        for time in sorted(own):
            if session and time >= session[-1] + 10_000:
                yield bidder, len(session), session[0], session[-1] + 10_000
                session = []
            session.append(time)
        yield bidder, len(session), session[0], session[-1] + 10_000


def q12(events: Events) -> Rows:
    counts = Counter((bid["bidder"], bid["arrival"] // 10_000 * 10_000) for bid in _bids(events))
    return [(bidder, count, start, start + 10_000) for (bidder, start), count in counts.items()]


def q13(events: Events) -> Rows:
    return [(b["auction"], b["bidder"], b["price"], b["dateTime"], str(b["bidder"] % 500)) for b in _bids(events)]


def q14(events: Events) -> Rows:
    for bid in _bids(events):
        price, hour = Fraction("0.908") * bid["price"], bid["dateTime"] // 3_600_000 % 24
        part = "dayTime" if 8 <= hour <= 18 else "nightTime" if hour <= 6 or hour >= 20 else "otherTime"
        if 1_000_000 < price < 50_000_000:
            count = bid["extra"].count("c")
            yield bid["auction"], bid["bidder"], float(price), part, bid["dateTime"], bid["extra"], count


def q15(events: Events) -> Rows:
    for (day,), bids in _grouped(events, lambda bid: (_day(bid),)):
        yield day, *_counts(bids), *_distinct(bids, "bidder"), *_distinct(bids, "auction")


def q16(events: Events) -> Rows:
    for key, bids in _grouped(events, lambda bid: (bid["channel"], _day(bid))):
        minute = max(bid["dateTime"] % DAY_MS // 60_000 for bid in bids)
        clock = f"{minute // 60:02d}:{minute % 60:02d}"
        yield *key, clock, *_counts(bids), *_distinct(bids, "bidder"), *_distinct(bids, "auction")


def q17(events: Events) -> Rows:
    for key, bids in _grouped(events, lambda bid: (bid["auction"], _day(bid))):
        prices = [bid["price"] for bid in bids]
        yield *key, *_counts(bids), min(prices), max(prices), sum(prices) // len(prices), sum(prices)


def q18(events: Events) -> Rows:
    for key, bids in _grouped(events, lambda bid: (bid["auction"], bid["bidder"])):
        last = max(bids, key=lambda bid: (bid["dateTime"], bid["price"]))
        yield *key, last["price"], last["channel"], last["url"], last["dateTime"], last["extra"]


def q19(events: Events) -> Rows:
    for (auction,), bids in _grouped(events, lambda bid: (bid["auction"],)):
        highest = sorted(bids, key=lambda bid: (bid["price"], bid["dateTime"], str(bid["bidder"])), reverse=True)[:10]
        rest = ("dateTime", "bidder", "channel", "url", "extra")
        yield auction, tuple(" ".join([f"{bid['price']:018d}", *(str(bid[name]) for name in rest)]) for bid in highest)


def q20(events: Events) -> Rows:
    lots = {auction["id"]: auction for auction in _of(events, "auction") if auction["category"] == 10}
    for b in _bids(events):
        if a := lots.get(b["auction"]):
            bid = b["auction"], b["bidder"], b["price"], b["channel"], b["url"], b["dateTime"], b["extra"]
            item = a["itemName"], a["description"], a["initialBid"], a["reserve"], a["dateTime"]
            yield *bid, *item, a["expires"], a["seller"], a["category"], a["extra"]


def q21(events: Events) -> Rows:
    numbers = {"apple": "0", "google": "1", "facebook": "2", "baidu": "3"}
    for bid in _bids(events):
        named = [part.removeprefix("channel_id=") for part in bid["url"].split("&") if part.startswith("channel_id=")]
        number = numbers.get(bid["channel"].lower()) or (named[0] if named else None)
        if number is not None:
            yield bid["auction"], bid["bidder"], bid["price"], bid["channel"], number


def q22(events: Events) -> Rows:
    return [(b["auction"], b["bidder"], b["price"], b["channel"], *b["url"].split("/")[3:6]) for b in _bids(events)]


def q23(events: Events) -> Rows:
    people = {person["id"]: person for person in _of(events, "person")}
    opened: dict[int, list[Event]] = defaultdict(list)
    for auction in _of(events, "auction"):
        opened[auction["seller"]].append(auction)
    for b in _bids(events):
        if p := people.get(b["bidder"]):
            bid, person = (b["auction"], b["bidder"], b["price"]), (p["name"], p["city"], p["state"])
            yield from ((*bid, *person, a["id"], a["itemName"], b["dateTime"]) for a in opened[b["bidder"]])


PLAIN: dict[int, Callable[[Events], Rows]] = {number: globals()[f"q{number}"] for number in COLUMNS}


def _of(events: Events, kind: str) -> Events:
    return [event for event in events if event["type"] == kind]


def _bids(events: Events) -> Events:
    return _of(events, "bid")


def _grouped(events: Events, key: Callable[[Event], tuple[Any, ...]]) -> Iterable[tuple[tuple[Any, ...], Events]]:
    groups: dict[tuple[Any, ...], Events] = defaultdict(list)
    for bid in _bids(events):
        groups[key(bid)].append(bid)
    return groups.items()


def _starts(time_ms: int, size_ms: int, slide_ms: int) -> list[int]:
    return [start for start in range(time_ms // slide_ms * slide_ms, time_ms - size_ms, -slide_ms) if start <= time_ms]


def _rounded_mean(prices: list[int]) -> int:
    return math.floor(Fraction(sum(prices), len(prices)) + Fraction(1, 2))


def _day(bid: Event) -> int:
    return int(bid["dateTime"] // DAY_MS * DAY_MS)


def _ranks(bids: Events) -> list[Events]:
    """All bids, the low, the middling and the high ones."""
    bounds = ((0, 2**63), (0, 10_000), (10_000, 1_000_000), (1_000_000, 2**63))
    return [[bid for bid in bids if low <= bid["price"] < high] for low, high in bounds]


def _counts(bids: Events) -> list[int]:
    return [len(rank) for rank in _ranks(bids)]


def _distinct(bids: Events, column: str) -> list[int]:
    return [len({bid[column] for bid in rank}) for rank in _ranks(bids)]
