"""Queries on auctions that have closed: q4 the mean price of each category, q6 of each seller's last ten.

A winner is settled when the watermark passes the expiry of its auction. So the event time of an auction is here the last
millisecond before it expires: that is not before any bid that can win, and it is the time of the pair. The watermark waits as
much longer as an auction may last.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from streamgauge.flow import Aggregate, Emission, Filter, Join, JoinKind, Same, Select, Sliding, Source, Step, Tumbling, Window
from streamgauge.workloads.nexmark.durations import NONE, PRESET, Durations, Lengths
from streamgauge.workloads.nexmark.numbers import divided
from streamgauge.workloads.nexmark.outside import longest_ms
from streamgauge.workloads.nexmark.packed import LARGEST, Packed
from streamgauge.workloads.nexmark.query import Query
from streamgauge.workloads.nexmark.source import auctions, bids, reach_ms_of
from streamgauge.workloads.properties import Property, Values

_WINDOW = Lengths("window", "length of the windows; none for a mean of everything so far", "10s", NONE)
_SLIDE = Lengths("slide", "how often a window begins", "5s", NONE)
_BY_STREAM = "stream"
_WAIT = Property(
    "wait",
    _BY_STREAM,
    Durations((_BY_STREAM,)),
    "how long before an auction expires it is opened, and bids on it made, at most; others are left out, and the watermark waits "
    "so long: by default what the settings of the stream lead to, or with --input what the file needs",
)

_READS = ("id", "reserve", "expires", "auction", "price")
_CLOSING = Tumbling(1_000)  # where no window is asked for: how often auctions are closed
_BID = Packed(numbers=("price", "since"))  # `since`: the earlier, the larger
_SALE = Packed(numbers=("at", "price"))
_SALES = 10


def _winners(source: Source, values: Values, of_auction: str, window: Window) -> Step:
    """One row for each auction that was sold, written when it has closed, with a column of the auction."""
    wait_ms = _wait_ms(values)
    lasts = f"expires - dateTime between 1 and {wait_ms}"
    timed = replace(
        source,
        event_time=f"case when type = 'auction' and {lasts} then expires - 1 else dateTime end",
        watermark_delay_ms=source.watermark_delay_ms + wait_ms,
    )
    lot = {name: name for name in ("id", "reserve", of_auction)}
    lots = Select(auctions(timed, lasts), lot, name="lots")
    offer = {"auction": "auction", "price": "price", "since": f"{LARGEST} - dateTime"}
    offers = Filter(Select(bids(timed), offer, name="offers"), _BID.are_there, name="whole")
    in_time = Join(lots, offers, (("id", "auction"),), JoinKind.INTERVAL, before_ms=wait_ms, name="bids-before-expiry")
    valid = Filter(in_time, "price >= reserve", name="valid")
    packed = Select(valid, {"auction": "auction", of_auction: of_auction, "bid": _BID.packed}, name="packed")
    measures = {of_auction: f"max({of_auction})", "bid": "max(bid)"}
    return Aggregate(packed, ("auction",), measures, Emission.FINAL, window, name="winners")


def _wait_ms(values: Values) -> int:
    given = values[_WAIT.name]
    return reach_ms_of(values) if given == _BY_STREAM else int(given)


def _fit(values: Values, records: Iterable[bytes]) -> dict[str, Any]:
    """For records of somebody else's making: no auction of theirs is left out."""
    return {**values, _WAIT.name: max(2, longest_ms(records))} if values[_WAIT.name] == _BY_STREAM else {**values}


def _q4(source: Source, values: Values) -> Step:
    window_ms, slide_ms = _WINDOW.ms_or_none(values), _SLIDE.ms_or_none(values)
    window = Sliding(window_ms, slide_ms or window_ms) if window_ms else None
    winners = _winners(source, values, "category", window or _CLOSING)
    bounds = {name: name for name in ("window_start", "window_end")} if window else {}
    prices = Select(winners, bounds | {"category": "category", "price": _BID.unpacked("bid")["price"]}, name="prices")
    measures = {"total": "sum(price)", "sold": "count(*)"}
    emission = Emission.FINAL if window else Emission.UPDATE
    totals = Aggregate(prices, ("category",), measures, emission, Same() if window else None, name="totals")
    return Select(totals, bounds | {"category": "category", "price": _mean("total", "sold")}, name="means")


def _q6(source: Source, values: Values) -> Step:
    winners = _winners(source, values, "seller", _CLOSING)
    bid = _BID.unpacked("bid")
    sale = {"seller": "seller", "price": bid["price"], "at": f"{LARGEST} - ({bid['since']})"}
    packed = Select(Select(winners, sale, name="sales"), {"seller": "seller", "sale": _SALE.packed}, name="packed-sales")
    last = Aggregate(packed, ("seller",), {"sales": f"top(sale, {_SALES})"}, name="last-sales")
    prices = [_SALE.unpacked(f"element(sales, {place})")["price"] for place in range(1, _SALES + 1)]
    total = " + ".join(f"coalesce({price}, 0)" for price in prices)
    summed = Select(last, {"seller": "seller", "total": total, "sold": "cardinality(sales)"}, name="summed")
    return Select(summed, {"seller": "seller", "price": _mean("total", "sold")}, name="means")


def _mean(total: str, count: str) -> str:
    """Rounded, halves up, without a DOUBLE that could be off."""
    return divided(f"(2 * {total} + {count})", f"2 * {count}")


QUERIES = (
    Query(
        4,
        "the mean price of the auctions of each category that closed in the last 10 s, every 5 s",
        (*_READS, "category"),
        _q4,
        (PRESET, _WINDOW.declared, _SLIDE.declared, _WAIT),
        fit=_fit,
    ),
    Query(6, "the mean price of the last ten auctions that each seller has sold", (*_READS, "seller"), _q6, (_WAIT,), fit=_fit),
)
