"""What may come from outside: nothing, one event, one kind, broken and unusual records, ties."""

import json
from typing import Any

import pytest

from streamgauge.engines.oracle import answer_by_duckdb
from streamgauge.engines.reference import evaluate
from streamgauge.flow.answer import compare
from streamgauge.workloads import load_workload, workloads
from tests.oracle.agree import assert_agree

NAMES = [name for name in workloads() if name.startswith("nexmark-")]


def bid(auction: Any, bidder: Any, price: Any, at: int, **more: Any) -> bytes:
    return _record({"type": "bid", "auction": auction, "bidder": bidder, "price": price, "dateTime": at, "extra": "x"} | more)


def auction(number: int, at: int, expires: int, *, reserve: int = 0, seller: int = 1, category: int = 10) -> bytes:
    own = {"type": "auction", "id": number, "itemName": "", "description": "", "initialBid": 1, "reserve": reserve}
    return _record(own | {"dateTime": at, "expires": expires, "seller": seller, "category": category, "extra": ""})


def person(number: int, at: int, state: str = "OR") -> bytes:
    return _record({"type": "person", "id": number, "name": "N", "city": "C", "state": state, "dateTime": at, "extra": ""})


def rows(number: int, records: list[bytes], *columns: str, **given: str) -> list[tuple[Any, ...]]:
    """Some columns of the answer, on which the oracle agrees."""
    flow = load_workload(f"nexmark-q{number}").configured(given, seed=1).flow
    return sorted(tuple(row[name] for name in columns) for row in assert_agree(flow, records))


@pytest.mark.parametrize("name", NAMES)
def test_no_input_has_no_answer(name: str) -> None:
    flow = load_workload(name).configured({}, seed=1).flow
    assert len(evaluate(flow, [])) == len(answer_by_duckdb(flow, [])) == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["person", "auction", "bid", "one event"])
def test_one_kind_alone_is_an_input(name: str, kind: str) -> None:
    configured = load_workload(name).configured({}, seed=1)
    made = configured.stream.records(0, 2000)
    records = made[4:5] if kind == "one event" else [each for each in made if f'"type":"{kind}"'.encode() in each]
    assert_agree(configured.flow, records)


@pytest.mark.parametrize("name", NAMES)
def test_fields_that_are_unknown_or_missing_and_broken_records(name: str) -> None:
    configured = load_workload(name).configured({}, seed=1)
    made = configured.stream.records(0, 300)
    odd = [
        made[7][:-1] + b',"colour":"blue","nested":{"type":"bid"}}',
        b'{"type":"bid","dateTime":1436918400001}',
        b'{"type":"bid","auction":"1000","bidder":null,"price":1.5,"dateTime":1436918400001,"extra":5}',
        b'{"type":"auction","id":1000,"dateTime":1436918400002}',
        b'{"type":"gavel","id":1,"dateTime":1436918400003}',
    ]
    broken = [b"", b"{", b'{"type":"bid"}', b'{"dateTime":1436918400001}', b"[1]", made[9][:-2]]
    answer = assert_agree(configured.flow, [*made[:200], *odd, *broken, *made[200:]])
    assert answer.broken == list(range(205, 211))


@pytest.mark.parametrize("name", NAMES)
def test_a_flow_does_not_depend_on_the_order_of_arrival(name: str) -> None:
    configured = load_workload(name).configured({"out_of_order_group_size": "3000"}, seed=1)
    records = configured.stream.records(0, 3000)
    flow = configured.flow
    ours, turned = evaluate(flow, records), evaluate(flow, list(reversed(records)))
    if flow.sink.identity or flow.is_stateful:
        assert compare(ours, turned).equal
    else:
        assert len(ours) == len(turned)


def sold() -> list[bytes]:
    return [
        auction(7, 1_000, 5_001, reserve=100, category=10),
        bid(7, 1, 99, 1_100),  # below the reserve
        bid(7, 2, 100, 5_000),  # in the last millisecond
        bid(7, 3, 500, 5_001),  # too late
        bid(8, 4, 300, 900),  # before its auction
        auction(8, 1_000, 5_000, reserve=300, category=10),
        auction(9, 1_000, 4_000, reserve=100, category=11, seller=2),
        bid(9, 6, 99, 1_500),
        auction(10, 1_200, 5_500, category=11, seller=2),
        bid(10, 7, 12, 1_500),
        bid(11, 8, 1_000, 1_500),  # its auction never comes
    ]


def test_q4_puts_an_auction_into_the_windows_of_its_last_millisecond() -> None:
    found = rows(4, sold(), "window_start", "window_end", "category", "price", wait="10s")
    assert found == [(-5_000, 5_000, 10, 300), (0, 10_000, 10, 200), (0, 10_000, 11, 12), (5_000, 15_000, 10, 100),
                     (5_000, 15_000, 11, 12)]  # fmt: skip
    assert rows(4, sold(), "category", "price", window="none", wait="10s") == [(10, 200), (11, 12)]
    assert rows(4, sold(), "category", "price", preset="original", wait="10s") == [(10, 200), (11, 12)]


def test_q4_rounds_halves_up() -> None:
    records = [auction(1, 0, 50), auction(2, 0, 60), bid(1, 1, 10, 5), bid(2, 1, 13, 5)]
    assert rows(4, records, "price", window="none") == [(12,)]


def test_q4_leaves_out_auctions_that_last_longer_than_it_waits() -> None:
    records = [auction(1, 0, 2_000), bid(1, 1, 10, 5), auction(2, 0, 2_001, category=12), bid(2, 1, 10, 5)]
    assert rows(4, records, "category", window="none", wait="2s") == [(10,)]
    wild = [*records, auction(3, 100, 10**17), auction(4, 200, 150), auction(5, 300, 300), bid(3, 1, 5, 300), bid(1, 2, 20, 400)]
    assert rows(4, wild, "category", "price", window="none", wait="2s") == [(10, 20)]


def test_q6_takes_the_last_ten_by_the_time_of_the_winning_bid() -> None:
    """The auction that closes last was won first, so it is not among the last ten."""
    times = [100, *range(201, 211)]
    records = [auction(number, 10, 900 - number) for number in range(11)]
    records += [bid(number, 1, 1_000 if number == 0 else number, time) for number, time in enumerate(times)]
    assert rows(6, records, "seller", "price") == [(1, 6)]  # 5.5, rounded
    assert rows(6, records[1:], "seller", "price") == [(1, 6)]
    assert rows(6, sold(), "seller", "price", wait="10s") == [(1, 200), (2, 12)]


def test_q12_counts_by_the_time_of_arrival() -> None:
    records = [bid(1, 5, 1, 99_000, arrival=0), bid(1, 5, 1, 1_000, arrival=9_999), bid(1, 5, 1, 1_000, arrival=10_000)]
    found = rows(12, [*records, bid(1, 5, 1, 10_500)], "bidder", "bids", "window_start", "window_end")  # the last has no stamp
    assert found == [(5, 2, 0, 10_000), (5, 2, 10_000, 20_000)]


def test_q5_lists_all_auctions_with_the_most_bids() -> None:
    records = [bid(auction, 1, 5, at) for auction, at in [(7, 12_000), (8, 13_000), (7, 14_999), (8, 14_000), (9, 16_000)]]
    records += [bid(None, 1, 5, 14_000)] * 3  # no auction
    found = rows(5, records, "window_start", "auction", "num")
    assert found == [(5_000, 7, 2), (5_000, 8, 2), (10_000, 7, 2), (10_000, 8, 2), (15_000, 9, 1)]


def test_q7_lists_the_latest_of_the_highest_or_all() -> None:
    records = [bid(7, 1, 50, 12_000), bid(8, 2, 90, 13_000), bid(9, 3, 90, 12_500), bid(9, 3, 90, 12_500), bid(6, 4, 10, 20_000)]
    assert rows(7, records, "window_start", "auction", "bidder") == [(10_000, 8, 2), (20_000, 6, 4)]
    everyone = rows(7, records, "window_start", "auction", "bidder", "dateTime", "_copies", ties="all")
    assert everyone == [(10_000, 8, 2, 13_000, 1), (10_000, 9, 3, 12_500, 2), (20_000, 6, 4, 20_000, 1)]


def test_q9_wants_the_reserve_the_expiry_and_the_earliest() -> None:
    records = [
        auction(7, 1_000, 2_000, reserve=100),
        bid(7, 1, 99, 1_100),  # below the reserve
        bid(7, 2, 100, 1_999),
        bid(7, 3, 500, 2_000),  # too late
        bid(8, 4, 300, 900),  # before its auction
        auction(8, 1_000, 2_000, reserve=300),
        bid(8, 5, 300, 1_500),
        auction(9, 1_000, 2_000, reserve=100),
        bid(9, 6, 99, 1_500),
        bid(10, 7, 1_000, 1_500),  # its auction never comes
    ]
    assert rows(9, records, "auction", "bidder", "price", "dateTime") == [(7, 2, 100, 1_999), (8, 4, 300, 900)]


def test_q3_takes_either_side_first_and_waits_as_long_as_it_is_told() -> None:
    records = [
        auction(1, 1_000, 9_000, seller=5),
        person(5, 1_500),
        auction(2, 601_500, 900_000, seller=5),
        auction(3, 601_501, 900_000, seller=5),
        auction(4, 1_000, 9_000, seller=5, category=11),
        person(6, 1_000, state="AZ"),
        auction(5, 2_000, 9_000, seller=6),
    ]
    in_order = sorted(records, key=lambda record: json.loads(record)["dateTime"])
    assert rows(3, in_order, "id") == [(1,), (2,)]
    assert rows(3, in_order, "id", wait="none") == [(1,), (2,), (3,)]


def test_q8_wants_both_in_one_window() -> None:
    records = [auction(1, 10_000, 20_000, reserve=3, seller=5), person(5, 19_999), auction(2, 20_000, 30_000, seller=5)]
    assert rows(8, records, "window_start", "id", "reserve") == [(10_000, 5, 3)]


def test_q11_begins_another_session_exactly_when_the_gap_is_over() -> None:
    records = [bid(1, 5, 1, 1_000), bid(1, 5, 1, 10_999), bid(1, 5, 1, 20_999)]
    found = rows(11, records, "bidder", "bids", "window_start", "window_end")
    assert found == [(5, 1, 20_999, 30_999), (5, 2, 1_000, 20_999)]


def test_q18_takes_all_columns_from_one_bid() -> None:
    records = [bid(1, 5, 10, 1_000, channel="b", url="w"), bid(1, 5, 9, 2_000, channel="z"), bid(1, 5, 11, 2_000, url="a")]
    assert rows(18, records, "price", "channel", "url", "dateTime") == [(11, None, "a", 2_000)]


def test_q21_reads_the_number_of_other_channels_from_the_page() -> None:
    urls = {"x?a=1&channel_id=12&b=2": "12", "channel_id=7": "7", "x?channel_id=8": None, "x&channel_id=": "", "x": None}
    records = [bid(1, number, 10, 1_000, channel="GOOGLES", url=url) for number, url in enumerate(urls)]
    known = bid(1, 9, 10, 1_000, channel="GooGle", url="x&channel_id=5")
    expected = [(number, found) for number, found in enumerate(urls.values()) if found is not None]
    assert rows(21, [*records, known], "bidder", "channel_id") == [*expected, (9, "1")]


def _record(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode()
