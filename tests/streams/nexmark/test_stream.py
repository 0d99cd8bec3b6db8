"""The stream of NEXMark: what Beam makes with the same settings, the twin, slices, and what it refuses."""

import json
import pickle
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.nexmark import NexmarkStream, maker

from . import twin

# SHA-256 of the first 10,000 events of Beam 2.60.0, one a line; its own JSON with `type` put before the first field.
BEAM = {
    NexmarkStream(): "5092260931321fd0fcf665e71cbd0cc2ce3c2bcfaefbc694e28c229a450fdd22",
    NexmarkStream(generators=100): "5fa53b6fec79ee47ad2e2f58f35087f13694a2dd864e8c3ba3366a5b11cfed30",
    NexmarkStream(
        first_event_rate=10_000, next_event_rate=1000, rate_period_sec=3, out_of_order_group_size=7, first_event_id=12_345
    ): "711978beffa88315dcaf2d336abb383ddef8f6dcbfb4855e5601a47dadc60bb4",
    NexmarkStream(
        first_event_rate=777,
        next_event_rate=12_345,
        rate_shape="square",
        rate_period_sec=2,
        generators=3,
        out_of_order_group_size=1000,
    ): "cfc72bcd426646b6208d003b273939e4dd55031e5595164fb1dffb67835328e7",
    NexmarkStream(
        hot_auction_ratio=1,
        hot_sellers_ratio=3,
        hot_bidders_ratio=7,
        num_in_flight_auctions=5,
        num_active_people=20,
        base_ms=5,
    ): "b01fc7f7819ac8d3eb2b4f7c81f27c8eda0147b656e5c6fe12f2f58355563529",
    NexmarkStream(
        hot_auction_ratio=100,
        hot_sellers_ratio=1,
        hot_bidders_ratio=1,
        num_in_flight_auctions=0,
        num_active_people=0,
        avg_person_byte_size=0,
        avg_auction_byte_size=0,
        avg_bid_byte_size=0,
    ): "8d8bab969f76fa47e0aed25ab93dac290e144a6636d73b9949f7aa763350fefe",
    NexmarkStream(
        num_in_flight_auctions=1000,
        num_active_people=7,
        avg_person_byte_size=60,
        avg_auction_byte_size=110,
        avg_bid_byte_size=33,
    ): "77d0417e4d0f9b36ecd0887136397407f20e37d223b035cc7b2e0b8f843b307c",
    NexmarkStream(
        avg_person_byte_size=1000, avg_auction_byte_size=3000, avg_bid_byte_size=700
    ): "f55fbf03a4291c3e467f22bdc4f909ae7058fa5f615aee302b47ef99e8ad4e42",
    NexmarkStream(
        first_event_rate=1, next_event_rate=1, rate_unit="minute", generators=50
    ): "4912c2473a6b73f0d659208aeaa9771cd62bc600440095f1e9a1276cb1060395",
    NexmarkStream(
        first_event_rate=1, next_event_rate=1, rate_unit="minute", generators=11
    ): "c1aa9127af0b859c02359ddadca924ae7dd21fbd5caac114b12bdcc602293ce5",
    NexmarkStream(
        first_event_rate=2_000_000, next_event_rate=1_999_999
    ): "4c10e22d46e4e58f8dc6c0ddb97b3fc69c28f6714ea8e7e0a5c7e7ecee5c3321",
    NexmarkStream(
        first_event_rate=3,
        next_event_rate=700,
        rate_unit="minute",
        rate_period_sec=3600,
        out_of_order_group_size=13,
        first_event_id=2**47 + 1,
    ): "a5402e39d9226d4e8e8f8841557e248d8d71b89ca615c7b731aa6468ba6274db",
}
OURS = [
    NexmarkStream(channels=True, seed=7),
    NexmarkStream(late_share=0.1, late_ms=50, out_of_order_group_size=10),
    NexmarkStream(late_share=1, late_ms=20, channels=True, avg_bid_byte_size=0),
    NexmarkStream(late_share=0.2, late_ms=30, out_of_order_group_size=20, arrival_rate=777),
    NexmarkStream(spacing="exact", first_event_rate=7_000_003, next_event_rate=300, rate_period_sec=1),
    NexmarkStream(spacing="exact", first_event_rate=10**8, next_event_rate=10**8, generators=7, late_share=0.5, late_ms=1),
]
VARIANTS = [*BEAM, *OURS]

STARTS = st.integers(0, 10**12) | st.builds(lambda block, back: 8_192 * block - back, st.integers(1, 10**8), st.integers(0, 99))


@pytest.mark.parametrize(("stream", "digest"), BEAM.items(), ids=map(str, range(len(BEAM))))
def test_beams_events(stream: NexmarkStream, digest: str) -> None:
    assert sha256(b"\n".join(stream.records(0, 10_000))).hexdigest() == digest


def test_beams_default_events() -> None:
    """Beam's default number of events, with the number of generators that its own tests use."""
    digest = "cabe856eae90f03fbb492a3b5cc9f96baabd84355f60d58bf42b65f449d29acb"
    assert sha256(b"\n".join(NexmarkStream().records(0, 100_000))).hexdigest() == digest


def test_beams_first_person_and_bid() -> None:
    assert [NexmarkStream().records(event, 1)[0].decode() for event in (0, 4)] == [
        r'{"type":"person","id":1000,"name":"Peter Jones","emailAddress":"nhd@xcat.com","creditCard":"7241 7320 9143 4888",'
        r'"city":"Portland","state":"WY","dateTime":1436918400000,"extra":"WN_HS_bnpkkiwhwana_L^`KZjdgsid`K]MLU[aaOH`ztxbulvlx'
        r"tkn_ZZ^T\\mqgdjzvlkymsmfrhkfVYSXK_OY[aVYVKa\\X^]RO]OYguwiduWJNQLLaMLHOTaHY_J[YKWaUOSJN_VHWXZ]`SgbnjqeVVQ\\[["
        r'"}',
        r'{"type":"bid","auction":1000,"bidder":1001,"price":32530001,"dateTime":1436918400000,'
        r'"extra":"fdiysaV^]NLVsbolvyqwgticfdrwdyiyofziYMU\\Z`UaTQO][NX\\RM]WPYTOuwogvszlxjrcNOORM"}',
    ]


@pytest.mark.parametrize("stream", VARIANTS, ids=map(str, range(len(VARIANTS))))
@pytest.mark.parametrize("start", [0, 49_990, 123_456_789_012])
def test_twin_agrees(stream: NexmarkStream, start: int) -> None:
    assert stream.records(start, 130) == twin.records(stream, start, 130)


@settings(max_examples=60, deadline=None)
@given(stream=st.sampled_from(VARIANTS), start=STARTS, counts=st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: NexmarkStream, start: int, counts: list[int]) -> None:
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == stream.records(start, sum(counts))


@pytest.mark.parametrize("stream", [NexmarkStream(), *OURS[:2]], ids=["beam", "channels", "late"])
def test_sizes_of_blocks_do_not_matter(stream: NexmarkStream, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = stream.records(60_000, 10_000)
    monkeypatch.setattr(maker, "_BLOCK_EVENTS", 997)
    monkeypatch.setattr(maker, "_PART_BYTES", 10_000)
    assert maker.NexmarkMaker(stream).records(60_000, 10_000) == whole
    assert len(whole) == 10_000


def test_kinds_and_their_fields() -> None:
    events = [json.loads(record) for record in NexmarkStream(channels=True).records(0, 50)]
    assert [event["type"] for event in events] == ["person", *3 * ["auction"], *46 * ["bid"]]
    assert " ".join(events[0]) == "type id name emailAddress creditCard city state dateTime extra"
    assert " ".join(events[1]) == "type id itemName description initialBid reserve dateTime expires seller category extra"
    assert " ".join(events[4]) == "type auction bidder price channel url dateTime extra"


def test_seed_changes_only_what_beam_leaves_to_chance() -> None:
    assert NexmarkStream(seed=1).records(0, 1000) == NexmarkStream(seed=2).records(0, 1000)
    assert NexmarkStream(seed=1, channels=True).records(4, 1) != NexmarkStream(seed=2, channels=True).records(4, 1)


def test_stream_travels() -> None:
    stream = NexmarkStream(late_share=0.5)
    assert pickle.loads(pickle.dumps(stream)).records(5, 2) == stream.records(5, 2)  # noqa: S301


@pytest.mark.parametrize(
    "parameters",
    [
        {"seed": -1},
        {"first_event_rate": 0},
        {"first_event_rate": 2_000_001},
        {"next_event_rate": 120_000_001, "rate_unit": "minute"},
        {"next_event_rate": 10**9 + 1, "spacing": "exact"},
        {"rate_unit": "hour"},
        {"rate_shape": "saw"},
        {"rate_period_sec": 0},
        {"rate_period_sec": 1, "first_event_rate": 1, "next_event_rate": 2, "rate_unit": "minute"},
        {"generators": 0},
        {"spacing": "even"},
        {"base_ms": -1},
        {"first_event_id": 2**48 + 1},
        {"hot_auction_ratio": 0},
        {"hot_sellers_ratio": 1.5},
        {"hot_bidders_ratio": True},
        {"num_in_flight_auctions": -1},
        {"num_active_people": 1_000_001},
        {"avg_person_byte_size": -1},
        {"avg_auction_byte_size": 100_001},
        {"avg_bid_byte_size": "100"},
        {"out_of_order_group_size": 0},
        {"out_of_order_group_size": 1906},
        {"late_share": 1.5},
        {"late_ms": 0},
        {"late_ms": 120_000, "late_share": 0.1},
        {"channels": "yes"},
        {"arrival_rate": -1},
    ],
    ids=str,
)
def test_refusals_name_the_parameter(parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        NexmarkStream(**parameters)
    parameter = next(iter(parameters))
    assert parameter in refusal.value.what
    assert parameter in refusal.value.fix


def test_rates_beyond_beams_are_refused_with_the_way_out() -> None:
    with pytest.raises(RequestError, match="first_event_rate = 2000001") as refusal:
        NexmarkStream(first_event_rate=2_000_001)
    assert refusal.value.fix == "give first_event_rate at most 2000000 a second, or spacing exact"
