"""Numbers of bids by day: q15 of all, q16 by channel, q17 by auction."""

from streamgauge.flow import Aggregate, Select, Source, Step
from streamgauge.workloads.nexmark.numbers import DAY, MINUTE_OF_DAY, divided, two_digits
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import bids
from streamgauge.workloads.properties import Values

_RANKS = {
    "total": "",
    "rank1": "price < 10000",
    "rank2": "price >= 10000 and price < 1000000",
    "rank3": "price >= 1000000",
}


def _ranked(function: str, column: str, called: str) -> dict[str, str]:
    """A measure of all bids, and of those of each rank of price."""
    return {
        f"{rank}_{called}": f"{function}(case when {condition} then {column} end)" if condition else f"{function}({column})"
        for rank, condition in _RANKS.items()
    }


_COUNTS = _ranked("count", "1", "bids")
_STATISTICS = _COUNTS | _ranked("count_distinct", "bidder", "bidders") | _ranked("count_distinct", "auction", "auctions")


def _q15(source: Source, _: Values) -> Step:
    dated = Select(bids(source), {"day": DAY, "auction": "auction", "bidder": "bidder", "price": "price"}, name="dated")
    return Aggregate(dated, ("day",), _STATISTICS, name="statistics")


def _q16(source: Source, _: Values) -> Step:
    bid = {name: name for name in ("channel", "auction", "bidder", "price")}
    dated = Select(bids(source), bid | {"day": DAY, "minute": MINUTE_OF_DAY}, name="dated")
    measures = {"minute": "max(minute)"} | _STATISTICS
    counts = Aggregate(dated, ("channel", "day"), measures, name="statistics")
    clock = f"{two_digits(divided('minute', 60))} || ':' || {two_digits('minute % 60')}"
    return Select(
        counts, {"channel": "channel", "day": "day", "minute": clock} | {name: name for name in _STATISTICS}, name="clock"
    )


def _q17(source: Source, _: Values) -> Step:
    dated = Select(bids(source), {"auction": "auction", "day": DAY, "price": "price"}, name="dated")
    prices = {"min_price": "min(price)", "max_price": "max(price)", "prices": "count(price)", "sum_price": "sum(price)"}
    counts = Aggregate(dated, ("auction", "day"), _COUNTS | prices, name="statistics")
    columns = {name: name for name in ("auction", "day", *_COUNTS, "min_price", "max_price")}
    mean = {"avg_price": divided("sum_price", "prices"), "sum_price": "sum_price"}
    return Select(counts, columns | mean, name="means")


QUERIES = (
    Query(
        15,
        "how many bids, bidders and auctions each day, by rank of price",
        ("auction", "bidder", "price"),
        _q15,
        has_channels=True,
    ),
    Query(
        16,
        "how many bids, bidders and auctions each channel has each day, by rank of price",
        ("auction", "bidder", "price", "channel"),
        _q16,
        has_channels=True,
    ),
    Query(17, "bids on each auction each day, by rank of price, and their prices", ("auction", "price"), _q17, has_channels=True),
)
