"""CITY and TAXI with models between them, and as documents of XML."""

import json
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams import Stream
from streamgauge.streams.iot import City, Documents, Taxi, WithModels

PAGE = (Path(__file__).parents[3] / "docs" / "iot.md").read_text(encoding="utf-8")
VARIANTS = [
    WithModels(),
    WithModels(3, "taxi", every=7, shards=3, taxis=5),
    WithModels(every=1, shards=1),
    Documents(2, 3),
    Documents(2, 3, "taxi"),
]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**9), st.lists(st.integers(0, 40), max_size=5))
def test_slices_equal_the_whole(stream: Stream, start: int, counts: list[int]) -> None:
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == stream.records(start, sum(counts))


@pytest.mark.parametrize(("stream", "plain", "key"), [("city", City(4), "source"), ("taxi", Taxi(4), "taxi_identifier")])
def test_observations_are_those_of_the_stream_and_know_their_shard(stream: str, plain: Stream, key: str) -> None:
    records = [json.loads(record) for record in WithModels(4, stream, every=50, shards=4).records(0, 54 * 6)]
    observed = [record for record in records if record.pop("kind") == "observation"]
    assert [{**each, "shard": None} for each in observed] == [
        {"shard": None, **json.loads(record)} for record in plain.records(0, 300)
    ]
    assert [each["shard"] for each in observed] == [zlib.crc32(each[key].encode()) % 4 for each in observed]


def test_every_shard_gets_every_model_before_the_observations() -> None:
    records = [json.loads(record) for record in WithModels(every=10, shards=3).records(0, 13 * 5)]
    models = [record for record in records if record["kind"] == "model"]
    assert [(each["version"], each["shard"]) for each in models] == [(v, shard) for v in range(5) for shard in range(3)]
    assert [record["kind"] for record in records] == (["model"] * 3 + ["observation"] * 10) * 5
    for version in range(5):
        assert len({json.dumps(each | {"shard": 0}) for each in models[3 * version : 3 * version + 3]}) == 1


@pytest.mark.parametrize(
    ("stream", "published"),
    [
        ("city", (22, 29, -0.510689676, 0.155034539, -0.004394107, 37.442739)),
        ("taxi", (10, 18.5, 0.002167781, 2.347246557, 0, 3.574164845)),
    ],
)
def test_the_first_model_is_the_published_one_and_later_ones_are_near(stream: str, published: tuple[float, ...]) -> None:
    models = [json.loads(record) for record in WithModels(source=stream, every=1, shards=1).records(0, 400)[::2]]
    names = ("low", "high", "first", "second", "third", "constant")
    assert tuple(models[0][name] for name in names) == published
    for name, value in zip(names, published, strict=True):
        later = [model[name] for model in models[1:]]
        around = 2.0 if name in ("low", "high") else abs(value) * 0.05 + 1e-9
        assert max(abs(each - value) for each in later) <= around + 1e-9
        assert not value or max(later) - min(later) > around


@pytest.mark.parametrize("source", [City(6, wire="csv"), Taxi(6, wire="csv")], ids=lambda source: source.name)
def test_a_document_holds_the_records_of_its_source(source: City | Taxi) -> None:
    for number, document in enumerate(Documents(6, observations=4, source=source.name).records(3, 5), start=3):
        found = [",".join(field.text or "" for field in each).encode() for each in ElementTree.fromstring(document)]  # noqa: S314
        assert found == source.records(number * 4, 4)


def test_documents_are_as_long_as_the_published_one() -> None:
    sizes = [len(document) for document in Documents().records(0, 100)]
    assert sum(sizes) / len(sizes) == pytest.approx(6_358, rel=0.05)


def test_page_has_the_first_model() -> None:
    assert WithModels().records(0, 1)[0].decode() in PAGE


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        (WithModels, {"source": "fit"}),
        (WithModels, {"every": 0}),
        (WithModels, {"shards": 0}),
        (Documents, {"observations": 0}),
        (Documents, {"source": "fit"}),
    ],
    ids=str,
)
def test_refusals_name_the_parameter(kind: type[Stream], parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        kind(**parameters)
    assert next(iter(parameters)) in refusal.value.what
