"""The order of arrival: shuffled groups and late events change the order, never an event."""

import json
from typing import Any

import pytest

from streamgauge.streams.nexmark import NexmarkStream
from streamgauge.streams.nexmark.arrivals import late_block

LATE = NexmarkStream(late_share=0.1)
BLOCK = 131_072


def events(stream: NexmarkStream, count: int, start: int = 0) -> list[dict[str, Any]]:
    return [json.loads(record) for record in stream.records(start, count)]


def unmarked(stream: NexmarkStream, start: int, count: int) -> list[bytes]:
    return sorted(record.replace(b'"extra":"LATE: ', b'"extra":"') for record in stream.records(start, count))


def test_a_block_has_the_events_that_it_has_in_order() -> None:
    assert late_block(LATE) == BLOCK
    assert unmarked(LATE, BLOCK, BLOCK) == sorted(NexmarkStream().records(BLOCK, BLOCK))


def test_shuffled_groups_have_the_events_that_they_have_in_order() -> None:
    shuffled, plain = NexmarkStream(out_of_order_group_size=1000).records(0, 10_000), NexmarkStream().records(0, 10_000)
    assert shuffled != plain
    for group in range(0, 10_000, 1000):
        assert sorted(shuffled[group : group + 1000]) == sorted(plain[group : group + 1000])


def test_late_events_are_marked_and_behind() -> None:
    newest, behind = 0, []
    for event in events(LATE, BLOCK):
        if event["extra"].startswith("LATE: "):
            behind.append(newest - event["dateTime"])
        else:
            assert event["dateTime"] >= newest
        newest = max(newest, event["dateTime"])
    assert 0.095 < len(behind) / BLOCK < 0.105
    assert 0 <= min(behind) < 10
    assert 2990 < max(behind) <= 3000
    assert 1300 < sum(behind) / len(behind) < 1600


@pytest.mark.parametrize(
    "stream",
    [
        NexmarkStream(),
        NexmarkStream(out_of_order_group_size=1000),
        NexmarkStream(out_of_order_group_size=100, first_event_rate=100, next_event_rate=1000, rate_period_sec=20),
        NexmarkStream(out_of_order_group_size=1000, late_share=0.2, late_ms=100),
        NexmarkStream(late_share=0.5, late_ms=10_000, generators=10),
    ],
    ids=["in order", "groups", "slow groups", "late groups", "late"],
)
def test_disorder_is_bounded(stream: NexmarkStream) -> None:
    newest = worst = 0
    for event in events(stream, 70_000):
        newest = max(newest, event["dateTime"])
        worst = max(worst, newest - event["dateTime"])
    assert stream.disorder_ms / 3 <= worst <= stream.disorder_ms


@pytest.mark.parametrize(
    "stream",
    [
        NexmarkStream(),
        NexmarkStream(num_in_flight_auctions=0, hot_auction_ratio=1_000),
        NexmarkStream(first_event_rate=25, next_event_rate=25),
        NexmarkStream(first_event_rate=100, next_event_rate=1000, rate_period_sec=20, late_share=0.2),
    ],
    ids=["default", "short auctions", "slow", "shaped"],
)
def test_the_reach_of_an_auction_is_bounded(stream: NexmarkStream) -> None:
    made = events(stream, 30_000)
    expiry = {event["id"]: event["expires"] for event in made if event["type"] == "auction"}
    lengths = [event["expires"] - event["dateTime"] for event in made if event["type"] == "auction"]
    known = [event for event in made if event["type"] == "bid" and event["auction"] in expiry]
    bids = [expiry[bid["auction"]] - bid["dateTime"] for bid in known]
    assert stream.reach_ms / 3 <= max(*lengths, *bids) <= stream.reach_ms


def test_records_say_when_they_come_if_asked() -> None:
    stream = NexmarkStream(late_share=0.2, out_of_order_group_size=50, arrival_rate=3_000)
    stamped = events(stream, 1_000, start=7)
    stamps = [event.pop("arrival") for event in stamped]
    assert stamps == [stream.base_ms + place * 1000 // 3_000 for place in range(7, 1_007)]
    assert stamped == events(NexmarkStream(late_share=0.2, out_of_order_group_size=50), 1_000, start=7)


def test_every_event_late_is_still_every_event() -> None:
    stream = NexmarkStream(late_share=1, late_ms=1)
    assert all(event["extra"].startswith("LATE: ") for event in events(stream, 1000))
    assert unmarked(stream, 0, 65_536) == sorted(NexmarkStream().records(0, 65_536))


def test_blocks_grow_with_the_delay() -> None:
    assert late_block(NexmarkStream(late_ms=1)) == 65_536
    assert late_block(NexmarkStream(late_ms=1_000, first_event_rate=1_000_000, next_event_rate=1_000_000)) == 4_194_304
