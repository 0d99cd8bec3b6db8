"""The stream of AdvClick: against a plain list of all events sorted by time, slice by slice, and what it refuses."""

import json
import pickle
from collections import Counter
from pathlib import Path
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.advclick import CYCLE, AdvClick

from .twin import below, chance, draw, event_key, normal, stream_key

PAGE = (Path(__file__).parents[2] / "docs" / "advclick.md").read_text(encoding="utf-8")
BASE_MS = 1_436_918_400_000

VARIANTS = [
    AdvClick(),
    AdvClick(seed=3, ads_per_second=7, delay_deviation_ms=9_000),
    AdvClick(ads_per_second=20_000, disorder_ms=500),
    AdvClick(ads_per_second=500, delay_ms=0, delay_deviation_ms=2_000),
    AdvClick(click_share=0),
    AdvClick(click_share=1, delay_ms=3, delay_deviation_ms=0),
]


def twin(stream: AdvClick, ads: int) -> list[bytes]:
    """All events of the first advertisements, in order, up to the first that is shown after them."""
    clicks = stream_key(stream.seed, "advclick clicks")
    events = [(1000 * ad, 0, ad) for ad in range(ads)]
    for ad in range(ads):
        key = event_key(clicks, ad % CYCLE)
        if chance(draw(key, 0), stream.click_share):
            delay_ms = stream.delay_ms + normal(draw(key, 1)) * stream.delay_deviation_ms // 65536
            events.append((1000 * ad + delay_ms * stream.ads_per_second, 1, ad))
    latest = 1000 * (ads - 1) + (stream.delay_ms - 7 * stream.delay_deviation_ms) * stream.ads_per_second
    certain = min(1000 * ads, latest)  # from here on clicks of later advertisements may come between
    in_order = enumerate(sorted(events, key=_order))
    return [_record(stream, number, event) for number, event in in_order if event[0] < certain]


def _order(event: tuple[int, int, int]) -> tuple[int, int, int]:
    place, is_click, ad = event
    return place, is_click, ad % CYCLE


def _record(stream: AdvClick, number: int, event: tuple[int, int, int]) -> bytes:
    place, is_click, ad = event
    key = event_key(stream_key(stream.seed, "advclick ads"), ad)
    identity = UUID(int=draw(key, 0) << 64 | draw(key, 1), version=4)
    behind = below(draw(event_key(stream_key(stream.seed, "advclick"), number), 0), stream.disorder_ms + 1)
    kind, at = ("shown", "click")[is_click], BASE_MS + place // stream.ads_per_second - behind
    return b'{"kind":"%s","ad":"%s","at":%d}' % (kind.encode(), str(identity).encode(), at)


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_twin_agrees(stream: AdvClick) -> None:
    expected = twin(stream, 30_000)
    assert len(expected) > 1_000
    assert stream.records(0, len(expected)) == expected


def test_twin_agrees_beyond_a_cycle() -> None:
    stream = AdvClick(ads_per_second=30_000, delay_ms=4_000, delay_deviation_ms=100)  # a click is a turn or two after its ad
    expected = twin(stream, 3 * CYCLE)
    assert stream.records(0, len(expected)) == expected


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**11), st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: AdvClick, start: int, counts: list[int]) -> None:
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == stream.records(start, sum(counts))


@pytest.mark.parametrize("start", [0, 10**9])
def test_clicks_follow_their_advertisements_as_stated(start: int) -> None:
    events = [json.loads(record) for record in AdvClick().records(start, 130_000)]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    shown = {event["ad"]: event["at"] for event in events if event["kind"] == "shown"}
    clicks = [(event["ad"], event["at"]) for event in events if event["kind"] == "click"]
    assert max(Counter(ad for ad, _ in clicks).values()) == 1
    delays = [at - shown[ad] for ad, at in clicks if ad in shown]
    assert np.mean(delays) == pytest.approx(10_000, rel=0.01)
    assert np.std(delays) == pytest.approx(1_000, rel=0.03)
    early = [ad for ad, at in shown.items() if at < events[-1]["at"] - 20_000]
    clicked = {ad for ad, _ in clicks}
    assert sum(ad in clicked for ad in early) / len(early) == pytest.approx(0.3, rel=0.02)


def test_a_click_may_come_before_its_advertisement() -> None:
    events = [json.loads(record) for record in AdvClick(delay_ms=2_000, delay_deviation_ms=2_000).records(0, 20_000)]
    seen: set[str] = set()
    early = 0
    for event in events:
        early += event["kind"] == "click" and event["ad"] not in seen
        seen |= {event["ad"]} if event["kind"] == "shown" else set()
    assert 0.1 < early / sum(event["kind"] == "click" for event in events) < 0.25


def test_disorder_moves_records_back_in_time_and_nothing_else() -> None:
    plain, moved = (
        [json.loads(record) for record in AdvClick(disorder_ms=disorder).records(0, 20_000)] for disorder in (0, 3_000)
    )
    assert [(a["kind"], a["ad"]) for a in plain] == [(b["kind"], b["ad"]) for b in moved]
    for kind in ("shown", "click"):
        behind = [a["at"] - b["at"] for a, b in zip(plain, moved, strict=True) if a["kind"] == kind]
        assert (min(behind), max(behind)) == (pytest.approx(0, abs=5), pytest.approx(3_000, abs=5))


def test_the_numbers_of_the_advertisements() -> None:
    stream = AdvClick()
    ads, is_click = stream.ads(5_000, 20_000)
    kinds = [json.loads(record)["kind"] for record in stream.records(5_000, 20_000)]
    assert [kind == "click" for kind in kinds] == is_click.tolist()
    shown = ads[~is_click]
    assert (np.diff(shown) == 1).all()
    assert np.isin(ads[is_click], np.arange(shown[-1] + 1)).all()


def test_page_has_the_first_records_and_every_parameter() -> None:
    assert b"\n".join(AdvClick().records(0, 2)).decode() in PAGE
    names = ("ads_per_second", "click_share", "delay_ms", "delay_deviation_ms", "disorder_ms")
    assert [name for name in names if f"| `{name}` |" not in PAGE] == []


def test_streams_travel() -> None:
    assert pickle.loads(pickle.dumps(AdvClick(seed=9))).records(5, 2) == AdvClick(seed=9).records(5, 2)  # noqa: S301


@pytest.mark.parametrize(
    "parameters",
    [
        {"seed": -1},
        {"ads_per_second": 0},
        {"click_share": 1.1},
        {"delay_ms": -1},
        {"delay_deviation_ms": 60_001},
        {"disorder_ms": -1},
    ],
    ids=str,
)
def test_refusals_name_the_parameter(parameters: dict[str, int]) -> None:
    with pytest.raises(RequestError) as refusal:
        AdvClick(**parameters)
    assert next(iter(parameters)) in refusal.value.what
