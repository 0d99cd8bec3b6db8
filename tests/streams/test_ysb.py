"""The stream of the Yahoo Streaming Benchmark: golden records, the twin, slices, statistics, and what it refuses."""

import json
import pickle
from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.ysb import AD_TYPES, EVENT_TYPES, Ysb

from . import twin

AS_PUBLISHED = Ysb(skew_ms=50, late_share=0.00001)
VARIANTS = [
    Ysb(),
    AS_PUBLISHED,
    Ysb(seed=2**64 - 1, campaigns=3, ads_per_campaign=1, users=1, pages=7, events_per_second=3),
    Ysb(base_ms=0, skew_ms=1000, events_per_second=10**9),
    Ysb(late_share=0.5, late_ms=1, unknown_share=0.25),
    Ysb(late_share=1, late_ms=86_400_000, unknown_share=1),
]


def events(stream: Ysb, count: int) -> list[dict[str, str]]:
    return [json.loads(record) for record in stream.records(0, count)]


def test_golden_records() -> None:
    assert Ysb().records(0, 1) == [
        b'{"user_id": "edd13bae-90e0-4c84-b4b0-73d5fec87131", "page_id": "fbd93c1c-a4d2-4f05-b911-8ab501f43763", '
        b'"ad_id": "c420065e-6f44-4cea-9e6c-dbcb0669d9cf", "ad_type": "mobile", "event_type": "purchase", '
        b'"event_time": "1436918400000", "ip_address": "1.2.3.4"}'
    ]


def test_golden_campaigns() -> None:
    table = Ysb().campaign_table()
    assert table[0] == ("d799ab3c-5330-474d-ae98-622ad04b0fb8", "af694463-8aeb-4a88-8fcf-c8f87465f041")
    assert len(table) == len(dict(table)) == 1000
    assert Counter(campaign for _, campaign in table) == Counter({twin.uuid(1, "ysb campaigns", k): 10 for k in range(100)})


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_twin_agrees(stream: Ysb) -> None:
    for start in (0, 12_345_678_901):
        assert stream.records(start, 60) == [twin.ysb_event(stream, start + i) for i in range(60)]


@settings(max_examples=50)
@given(stream=st.sampled_from(VARIANTS), start=st.integers(0, 2**52), counts=st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: Ysb, start: int, counts: list[int]) -> None:
    whole, whole_times = stream.records(start, sum(counts)), stream.event_times_ms(start, sum(counts)).tolist()
    parts: list[bytes] = []
    times: list[int] = []
    for count in counts:
        times += stream.event_times_ms(start + len(parts), count).tolist()
        parts += stream.records(start + len(parts), count)
    assert parts == whole
    assert times == whole_times


def test_blocks_equal_the_whole() -> None:
    whole = AS_PUBLISHED.records(17, 5000)
    assert whole == [record for first in range(17, 5017, 500) for record in AS_PUBLISHED.records(first, 500)]


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_event_times_are_those_of_the_records(stream: Ysb) -> None:
    assert [int(event["event_time"]) for event in events(stream, 3000)] == stream.event_times_ms(0, 3000).tolist()


def test_choices_are_even() -> None:
    made = events(Ysb(), 60_000)
    for field, choices in (("user_id", 100), ("page_id", 100), ("ad_id", 1000), ("ad_type", 5), ("event_type", 3)):
        counts, expected = Counter(event[field] for event in made), 60_000 / choices
        assert len(counts) == choices
        assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())
    assert {event["ad_type"] for event in made} == set(AD_TYPES)
    assert {event["event_type"] for event in made} == set(EVENT_TYPES)
    assert all(UUID(event["user_id"]).version == 4 for event in made[:100])


def test_all_advertisements_are_known_unless_asked_otherwise() -> None:
    known = dict(Ysb().campaign_table())
    assert all(event["ad_id"] in known for event in events(Ysb(), 5000))
    plain, some = events(Ysb(), 20_000), events(Ysb(unknown_share=0.1), 20_000)
    unknown = [event for event in some if event["ad_id"] not in known]
    assert abs(len(unknown) / len(some) - 0.1) < 0.01
    assert [event for event in some if event["ad_id"] in known] == [
        before for before, after in zip(plain, some, strict=True) if after["ad_id"] in known
    ]


def test_skew_and_lateness() -> None:
    plain = Ysb().event_times_ms(0, 100_000)
    skew = Ysb(skew_ms=50).event_times_ms(0, 100_000) - plain
    assert (skew.min(), skew.max()) == (-50, 50)
    assert abs(skew.mean()) < 0.5
    lateness = plain - Ysb(late_share=0.01).event_times_ms(0, 100_000)
    late = lateness[lateness > 0]
    assert abs(len(late) - 1000) < 160
    assert 1 <= late.min() <= late.max() <= 60_000
    assert abs(late.mean() - 30_000) < 3000


def test_times_follow_the_rate() -> None:
    assert Ysb(events_per_second=3, base_ms=5).event_times_ms(0, 5).tolist() == [5, 338, 671, 1005, 1338]
    assert Ysb(events_per_second=40_000).event_times_ms(399_999, 2).tolist() == [1436918409999, 1436918410000]


def test_stream_travels() -> None:
    assert pickle.loads(pickle.dumps(Ysb())).records(5, 2) == Ysb().records(5, 2)  # noqa: S301


def test_a_million_campaigns_are_allowed() -> None:
    assert Ysb(campaigns=1_000_000, ads_per_campaign=1).ads == 1_000_000


@pytest.mark.parametrize(
    "parameters",
    [
        {"seed": -1},
        {"campaigns": 0},
        {"campaigns": 1_000_001},
        {"ads_per_campaign": 10_001},
        {"users": 0},
        {"pages": 1.5},
        {"events_per_second": 0},
        {"base_ms": -1},
        {"skew_ms": -1},
        {"late_share": 1.1},
        {"late_share": 0.0000001},
        {"late_ms": 0},
        {"unknown_share": -0.1},
    ],
    ids=str,
)
def test_refusals_name_the_parameter(parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        Ysb(**parameters)
    (parameter,) = parameters
    assert parameter in refusal.value.what
    assert parameter in refusal.value.fix
