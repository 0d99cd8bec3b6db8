"""The streams of the IoT benchmark: golden records, the twin, slices, wire formats, rates, and what they refuse."""

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams import Stream
from streamgauge.streams.iot import City, Fit, Integers, Taxi
from streamgauge.streams.iot.base import WIRES
from streamgauge.streams.iot.city_maker import CITIES

from . import twin

PAGE = (Path(__file__).parents[3] / "docs" / "iot.md").read_text(encoding="utf-8")
VARIANTS = [
    *(kind(wire=wire) for kind in (City, Taxi, Fit) for wire in WIRES),
    City(seed=2**64 - 1, rate="100", speed=1),
    Taxi(seed=0, taxis=1, rate="1000", speed=7),
]


@pytest.mark.parametrize("stream", VARIANTS, ids=repr)
def test_twin_agrees(stream: City | Fit | Taxi) -> None:
    for start in (0, 1_234_567_890):
        assert stream.records(start, 60) == [twin.record(stream, start + i) for i in range(60)]


@settings(max_examples=40, deadline=None)
@given(
    stream=st.sampled_from([*VARIANTS, Integers()]), start=st.integers(0, 10**11), counts=st.lists(st.integers(0, 40), max_size=5)
)
def test_slices_equal_the_whole(stream: Stream, start: int, counts: list[int]) -> None:
    parts: list[bytes] = []
    for count in counts:
        parts += stream.records(start + len(parts), count)
    assert parts == stream.records(start, sum(counts))


def test_blocks_equal_the_whole() -> None:
    for stream in (City(), Taxi()):
        assert stream.records(17, 5000) == [each for first in range(17, 5017, 500) for each in stream.records(first, 500)]


@pytest.mark.parametrize("kind", [City, Fit, Taxi])
def test_the_three_forms_say_the_same(kind: type[City] | type[Fit] | type[Taxi]) -> None:
    objects, lines, senml = (kind(wire=wire).records(0, 300) for wire in ("json", "csv", "senml"))
    for text, line, record in zip(objects, lines, senml, strict=True):
        fields = json.loads(text)
        time_ms, _, body = record.decode().partition(",")
        parsed = json.loads(body)
        assert parsed["bt"] == int(time_ms) == fields["timestamp"]
        observed = {each["n"]: each.get("v", each.get("sv")) for each in parsed["e"]}
        assert {name: type(fields[name])(value) for name, value in observed.items()} == {
            name: value for name, value in fields.items() if name != "timestamp"
        }
        assert [value for name, value in zip(fields, line.decode().split(","), strict=True) if name != "timestamp"] == list(
            observed.values()
        )


@pytest.mark.parametrize(("kind", "published"), [(City, 100), (Taxi, 191)])
def test_lines_are_as_long_as_published(kind: type[City] | type[Taxi], published: int) -> None:
    mean = np.mean([len(line) for line in kind(wire="csv").records(0, 5000)])
    assert mean == pytest.approx(published, rel=0.05)


def test_every_sensor_reports_equally_often_from_its_own_city() -> None:
    events = [json.loads(record) for record in City().records(0, 90_000)]
    counts = Counter(event["source"] for event in events)
    assert len(counts) == 90
    assert all(abs(count - 1000) < 160 for count in counts.values())
    places = {event["source"]: (event["longitude"], event["latitude"]) for event in events}
    near = Counter(
        city
        for longitude, latitude in places.values()
        for city, (_, x, y) in CITIES.items()
        if abs(longitude - x / 1e6) < 0.3 and abs(latitude - y / 1e6) < 0.3
    )
    assert near == {city: sensors for city, (sensors, _, _) in CITIES.items()}


def test_sensors_differ_and_keep_to_themselves() -> None:
    """Within a city, the means of the sensors lie apart: half of the variance of ranks is between them."""
    events = [json.loads(record) for record in City().records(0, 50_000)]
    singapore = [event for event in events if event["longitude"] > 103 and event["longitude"] < 105]
    of_all = np.var([event["temperature"] for event in singapore])
    by_sensor: dict[str, list[float]] = {}
    for event in singapore:
        by_sensor.setdefault(event["source"], []).append(event["temperature"])
    within = np.mean([np.var(values) for values in by_sensor.values()])
    assert 0.3 < within / of_all < 0.7


def test_taxis_and_their_drivers() -> None:
    events = [json.loads(record) for record in Taxi(taxis=50).records(0, 20_000)]
    drivers: dict[str, set[str]] = {}
    for event in events:
        drivers.setdefault(event["taxi_identifier"], set()).add(event["hack_license"])
    assert len(drivers) == 50
    assert {len(each) for each in drivers.values()} == {2}
    assert len(set().union(*drivers.values())) == 100


def test_event_time_runs_a_thousand_times_as_fast_as_the_published_rate() -> None:
    """Seven days are 604.8 s of sending; of each second the number of events is the rate there, night and day for TAXI."""
    for stream, modes in ((City(), (6400,)), (Taxi(), (300, 3200))):
        events = stream.event_times_ms(0, 1_500_000) - stream.base_ms
        per_second = np.bincount(events // 1_000_000)[:-1]
        assert events[0] == 0
        for mode in modes:
            near = per_second[abs(per_second - mode) < mode / 2]
            assert np.median(near) == pytest.approx(mode, rel=0.06)
            assert len(near) > len(per_second) / len(modes) * 0.7


def test_times_in_records_are_the_event_times() -> None:
    for stream in (City(), Taxi(speed=3)):
        times = [json.loads(record)["timestamp"] for record in stream.records(5, 3000)]
        assert times == stream.event_times_ms(5, 3000).tolist()
        assert times == sorted(times)


def test_integers_are_even() -> None:
    values = [json.loads(record)["value"] for record in Integers().records(0, 50_000)]
    assert 0 <= min(values) < 10_000
    assert 19_990_000 < max(values) < 20_000_000
    assert np.mean(values) == pytest.approx(10_000_000, rel=0.01)


@pytest.mark.parametrize("stream", [City(wire="csv"), Taxi(wire="csv"), City(), Taxi(), Fit(), Integers()], ids=repr)
def test_page_has_the_first_records(stream: Stream) -> None:
    assert b"\n".join(stream.records(0, 2)).decode() in PAGE


def test_streams_travel() -> None:
    for stream in (City(), Fit(), Taxi(), Integers()):
        assert pickle.loads(pickle.dumps(stream)).records(5, 2) == stream.records(5, 2)  # noqa: S301


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        (City, {"seed": -1}),
        (City, {"wire": "xml"}),
        (City, {"rate": "max"}),
        (City, {"speed": 0}),
        (Taxi, {"taxis": 0}),
        (Integers, {"keys": 0}),
        (Integers, {"largest": 2**32}),
    ],
    ids=str,
)
def test_refusals_name_the_parameter(kind: type[Stream], parameters: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as refusal:
        kind(**parameters)
    (parameter,) = parameters
    assert parameter in refusal.value.what
    assert parameter in refusal.value.fix
