"""Channels and pages: the shares that Flink's NEXMark has, and nothing else changed."""

import json
import re
from collections import Counter
from typing import Any

from streamgauge.streams.nexmark import NexmarkStream

PAGE = re.compile(r"https://www\.nexmark\.com(/[a-z_]{3,4}){3}/item\.htm\?query=1(&channel_id=\d+)?")


def bids(count: int, **parameters: Any) -> list[dict[str, Any]]:
    events = map(json.loads, NexmarkStream(**parameters).records(0, count))
    return [event for event in events if event["type"] == "bid"]


def test_other_fields_stay() -> None:
    made = bids(5000, channels=True)
    for bid in made:
        del bid["channel"], bid["url"]
    assert made == bids(5000)


def test_half_of_the_bids_come_through_hot_channels() -> None:
    made = bids(50_000, channels=True)
    counts = Counter(bid["channel"] for bid in made)
    hot = [counts[name] / len(made) for name in ("Google", "Facebook", "Baidu", "Apple")]
    assert all(0.115 < share < 0.135 for share in hot)
    others = {name for name in counts if name.startswith("channel-")}
    assert len(counts) == len(others) + 4
    assert 8500 < len(others) <= 10_000


def test_a_channel_has_one_page() -> None:
    made = bids(50_000, channels=True)
    pages = {bid["channel"]: bid["url"] for bid in made}
    assert all(pages[bid["channel"]] == bid["url"] and PAGE.fullmatch(bid["url"]) for bid in made)
    numbered = [name for name, page in pages.items() if "&channel_id=" in page]
    assert 0.88 < len(numbered) / len(pages) < 0.92
    assert not {"Google", "Facebook", "Baidu", "Apple"} & set(numbered)
    assert {len(part) for page in pages.values() for part in page.split("/")[3:6]} == {3, 4}


def test_number_is_the_channels_in_reverse() -> None:
    pages = {bid["channel"]: bid["url"] for bid in bids(50_000, channels=True)}
    found = {name: page.partition("&channel_id=")[2] for name, page in pages.items()}
    assert found["channel-2"] in ("", str(2**30))
    numbers = {name: int(number) for name, number in found.items() if number}
    for name, number in numbers.items():
        bits = f"{int(name.removeprefix('channel-')):032b}"[::-1]
        assert number in (int(bits, 2), 2**32 - int(bits, 2))
        assert number <= 2**31
