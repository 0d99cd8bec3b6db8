"""Queries for the highest of each window: q5 the auctions with the most bids, q7 the bids with the highest price."""

from streamgauge.flow import Aggregate, Emission, Explode, Filter, Same, Select, Sliding, Source, Step, Tumbling
from streamgauge.workloads.nexmark.durations import PRESET, Lengths
from streamgauge.workloads.nexmark.packed import Packed
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import bids
from streamgauge.workloads.properties import Choice, Property, Values

_WINDOW_OF_Q5 = Lengths("window", "length of the windows", "10s", "1h")
_SLIDE_OF_Q5 = Lengths("slide", "how often a window begins", "5s", "1min")
_WINDOW_OF_Q7 = Lengths("window", "length of the windows", "10s", "1min")

_TIES = Property(
    "ties",
    "one",
    Choice(("one", "all")),
    "of several bids with the highest price the latest, at once (emission update), or all of them, up to 1,000, once the "
    "window is over (emission final)",
)

_WINDOW = {"window_start": "window_start", "window_end": "window_end"}
_MOST_AUCTIONS = 999_999
_MOST_TIES = 1_000


def _q5(source: Source, values: Values) -> Step:
    """All counts of a window are collected and those that are less than the highest left out: several may be highest."""
    window = Sliding(_WINDOW_OF_Q5.ms(values), _SLIDE_OF_Q5.ms(values))
    known = bids(source, "auction is not null")
    counts = Aggregate(known, ("auction",), {"num": "count(*)"}, Emission.FINAL, window, name="counts")
    entry = "substring(cast(1000000000 + num as string), 2, 9) || ' ' || cast(auction as string)"  # what is left out is the least
    entries = Select(counts, {"entry": entry, "num": "num"} | _WINDOW, name="entries")
    collected = {"highest": "max(num)", "entries": f"top(entry, {_MOST_AUCTIONS})"}
    highest = Aggregate(entries, (), collected, Emission.FINAL, Same(), name="highest")
    apart = Explode(highest, "entries", into="one", name="apart")
    parts = {"auction": "cast(element(split(one, ' '), 2) as long)", "num": "cast(element(split(one, ' '), 1) as long)"}
    each = Select(apart, {"window_start": "window_start", "highest": "highest"} | parts, name="each")
    hot = Filter(each, "num = highest", name="hot")
    return Select(hot, {"window_start": "window_start", "auction": "auction", "num": "num"}, name="listed")


_BID = Packed(numbers=("price", "dateTime", "auction", "bidder"), texts=("extra",))


def _q7(source: Source, values: Values) -> Step:
    window = Tumbling(_WINDOW_OF_Q7.ms(values))
    whole = Filter(bids(source), _BID.are_there, name="whole")
    packed = Select(whole, {"bid": _BID.packed, "price": "price"}, name="packed")
    rows = _highest(packed, window) if values["ties"] == "one" else _all_highest(packed, window)
    bid = _BID.unpacked("bid")
    columns = {name: bid[name] for name in ("auction", "bidder", "price", "dateTime", "extra")}
    return Select(rows, {"window_start": "window_start"} | columns, name="listed")


def _highest(packed: Step, window: Tumbling) -> Step:
    return Aggregate(packed, (), {"bid": "max(bid)"}, Emission.UPDATE, window, name="highest")


def _all_highest(packed: Step, window: Tumbling) -> Step:
    measures = {"highest": "max(price)", "bids": f"top(bid, {_MOST_TIES})"}
    highest = Aggregate(packed, (), measures, Emission.FINAL, window, name="highest")
    apart = Explode(highest, "bids", into="bid", name="apart")
    return Filter(apart, f"{_BID.unpacked('bid')['price']} = highest", name="equal")


QUERIES = (
    Query(
        5,
        "the auctions with the most bids of the last 10 s, every 5 s",
        ("auction",),
        _q5,
        (PRESET, _WINDOW_OF_Q5.declared, _SLIDE_OF_Q5.declared),
        identity=("window_start", "auction"),
    ),
    Query(
        7,
        "the bid with the highest price of each 10 s",
        ("auction", "bidder", "price", "extra"),
        _q7,
        (PRESET, _WINDOW_OF_Q7.declared, _TIES),
    ),
)
