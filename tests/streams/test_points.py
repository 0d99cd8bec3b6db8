"""The stream of KMeans: the twin, the centres, the spread, and what it refuses."""

import json
import pickle
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams.points import Points

from .twin import below, draw, event_key, normal, stream_key

PAGE = (Path(__file__).parents[2] / "docs" / "kmeans.md").read_text(encoding="utf-8")
VARIANTS = [Points(), Points(4, centres=10, dimensions=4, spread=0.5, distance=20), Points(centres=1, dimensions=1, spread=0)]


def twin_centres(stream: Points) -> list[tuple[int, ...]]:
    key, taken = stream_key(stream.seed, "points centres"), list[tuple[int, ...]]()
    candidate = 0
    while len(taken) < stream.centres:
        place = tuple(below(draw(event_key(key, candidate), n), 100_000_000) - 50_000_000 for n in range(stream.dimensions))
        if all(sum((a - b) ** 2 for a, b in zip(place, other, strict=True)) >= (stream.distance * 1e6) ** 2 for other in taken):
            taken.append(place)
        candidate += 1
    return taken


def twin_point(stream: Points, key: int, centre: tuple[int, ...]) -> tuple[int, ...]:
    common, spread = normal(draw(key, 1)), round(stream.spread * 1e6)
    return tuple(c + ((normal(draw(key, 2 + n)) + common) * spread * 46_341 >> 32) for n, c in enumerate(centre))


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_twin_agrees(stream: Points) -> None:
    centres = twin_centres(stream)
    assert stream.centre_table() == [tuple(value / 1e6 for value in centre) for centre in centres]
    for start in (0, 987_654_321):
        for number, record in enumerate(stream.records(start, 50), start=start):
            key = event_key(stream_key(stream.seed, "points"), number)
            point = twin_point(stream, key, centres[below(draw(key, 0), stream.centres)])
            assert json.loads(record) == {f"x{n}": value / 1e6 for n, value in enumerate(point)}
    first = stream_key(stream.seed, "points first")
    assert stream.first_points() == [
        tuple(value / 1e6 for value in twin_point(stream, event_key(first, number), centre))
        for number, centre in enumerate(centres)
    ]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**11), st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: Points, start: int, counts: list[int]) -> None:
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == stream.records(start, sum(counts))


def test_centres_keep_their_distance_and_points_their_spread() -> None:
    centres = Points().centre_table()
    assert len(centres) == 96
    assert min(dist(a, b) for a, b in combinations(centres, 2)) >= 8.5
    assert max(abs(value) for centre in centres for value in centre) <= 50
    one = Points(centres=1)
    points = np.array([list(json.loads(record).values()) for record in one.records(0, 40_000)])
    assert points.mean(axis=0) == pytest.approx(one.centre_table()[0], abs=0.05)
    assert np.cov(points.T) == pytest.approx(np.array([[4, 2], [2, 4]]), rel=0.04)  # as published


def test_page_has_the_first_points_and_every_parameter() -> None:
    assert b"\n".join(Points().records(0, 2)).decode() in PAGE
    assert [name for name in ("centres", "dimensions", "spread", "distance") if f"| `{name}` |" not in PAGE] == []


def test_streams_travel() -> None:
    assert pickle.loads(pickle.dumps(Points(seed=9))).records(5, 2) == Points(seed=9).records(5, 2)  # noqa: S301


@pytest.mark.parametrize("parameters", [{"centres": 0}, {"dimensions": 17}, {"spread": -1}, {"distance": 101}], ids=str)
def test_refusals_name_the_parameter(parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        Points(**parameters)
    assert next(iter(parameters)) in refusal.value.what


def test_centres_that_find_no_room_are_refused() -> None:
    with pytest.raises(RequestError, match="found room"):
        Points(centres=1_000).centre_table()
