"""The winning bid of each auction: q9.

A bid wins if it comes before the auction expires, reaches the reserve, and no such bid is higher, or as high and earlier.
"""

from collections.abc import Iterable
from typing import Any

from streamgauge.flow import Aggregate, Filter, Select, Source, Step
from streamgauge.workloads.nexmark.durations import BY_PRESET, NONE, PRESET, Lengths
from streamgauge.workloads.nexmark.joined import waiting_join
from streamgauge.workloads.nexmark.outside import longest_ms
from streamgauge.workloads.nexmark.packed import LARGEST, Packed
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import auctions, bids, reach_ms_of
from streamgauge.workloads.properties import Values

_WAIT = Lengths(
    "wait",
    "how far apart an auction and a bid may be, and how long each is kept; by default at least what the stream needs, or with "
    "--input the file",
    "10min",
    NONE,
)

_OF_AUCTION = ("seller", "category", "reserve", "expires")
_BID = Packed(numbers=("price", "since", "bidder"))  # `since`: the earlier, the larger


def winning_bids(source: Source, values: Values) -> Step:
    """One row for each auction that has a valid bid, with the best of them so far."""
    lots = Select(auctions(source), {"id": "id"} | {name: name for name in _OF_AUCTION}, name="lots")
    offer = {name: name for name in ("auction", "bidder", "price")}
    offers = Select(bids(source), offer | {"at": "dateTime", "since": f"{LARGEST} - dateTime"}, name="offers")
    whole = Filter(offers, _BID.are_there, name="whole")
    pairs = waiting_join(lots, whole, ("id", "auction"), _wait_ms(values), "bids-of-auctions")
    valid = Filter(pairs, "at < expires and price >= reserve", name="valid")
    packed = Select(valid, {name: name for name in ("auction", *_OF_AUCTION)} | {"bid": _BID.packed}, name="packed")
    measures = {name: f"max({name})" for name in _OF_AUCTION} | {"bid": "max(bid)"}
    best = Aggregate(packed, ("auction",), measures, name="best")
    unpacked = _BID.unpacked("bid")
    columns = {name: name for name in ("auction", *_OF_AUCTION)} | {"bidder": unpacked["bidder"], "price": unpacked["price"]}
    return Select(best, columns | {"dateTime": f"{LARGEST} - ({unpacked['since']})"}, name="winning")


def _wait_ms(values: Values) -> int | None:
    """By default at least what the settings of the stream lead to: of fewer events in a second auctions are longer."""
    wait_ms = _WAIT.ms_or_none(values)
    return wait_ms if wait_ms is None or values[_WAIT.name] != BY_PRESET else max(wait_ms, reach_ms_of(values))


def _fit(values: Values, records: Iterable[bytes]) -> dict[str, Any]:
    """For records of somebody else's making: no bid on an auction of theirs is left out."""
    wait_ms = _WAIT.ms_or_none(values)
    if wait_ms is None or values[_WAIT.name] != BY_PRESET:
        return {**values}
    return {**values, _WAIT.name: max(wait_ms, longest_ms(records))}


QUERIES = (
    Query(
        9,
        "the winning bid of each auction",
        ("id", *_OF_AUCTION, "auction", "bidder", "price"),
        winning_bids,
        (PRESET, _WAIT.declared),
        fit=_fit,
    ),
)
