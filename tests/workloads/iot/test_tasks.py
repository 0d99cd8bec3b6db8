"""Every task on every stream against its twin in plain Python; and the twin of the reference where it can say something."""

import json
from collections import defaultdict
from statistics import mean
from typing import Any

import pytest

from streamgauge.engines.oracle import answer_by_duckdb, supports
from streamgauge.engines.reference import evaluate
from streamgauge.errors import RequestError
from streamgauge.streams.iot import City, Taxi
from streamgauge.workloads import load_workload
from streamgauge.workloads.base import ConfiguredWorkload
from streamgauge.workloads.iot import WORKLOADS
from streamgauge.workloads.iot.feeds import FEEDS
from streamgauge.workloads.iot.task import TASKS

from . import twin

EVENTS = 3_000
APPLICATIONS = {"iot-stats", "iot-pred", "iot-etl"}
STREAMS = ("city", "taxi", "fit", "integers")


def configured(task: str, stream: str, **given: str) -> ConfiguredWorkload:
    taxis = {"taxis": "40"} if stream == "taxi" else {}
    return load_workload(f"iot-{task}").configured({"stream": stream} | taxis | given, seed=5)


def answer(task: str, stream: str, **given: str) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    workload = configured(task, stream, **given)
    return dict(evaluate(workload.flow, workload.stream.records(0, EVENTS)).rows)


def events(stream: str) -> list[dict[str, Any]]:
    return [json.loads(record) for record in configured("kalman", stream).stream.records(0, EVENTS)]


def numbers(stream: str) -> dict[str, list[float]]:
    """The observation that tasks smooth and average, by key, in order."""
    key, field = {
        "city": ("source", "temperature"),
        "taxi": ("taxi_identifier", "fare_amount"),
        "fit": ("subjectId", "acc_chest_x"),
        "integers": ("key", "value"),
    }[stream]
    by_key = defaultdict(list)
    for event in events(stream):
        by_key[event[key]].append(float(event[field]))
    return by_key


def wholes(stream: str) -> dict[str, list[int]]:
    """The observation that tasks count, by key, in order."""
    key, field, factor = {
        "city": ("source", "airquality_raw", 1),
        "taxi": ("taxi_identifier", "fare_amount", 2),
        "fit": ("subjectId", "ecg_lead_1", 100_000),
        "integers": ("key", "value", 1),
    }[stream]
    by_key = defaultdict(list)
    for event in events(stream):
        by_key[event[key]].append(int(event[field] * factor))
    return by_key


@pytest.mark.parametrize("stream", STREAMS)
def test_kalman(stream: str) -> None:
    expected = {
        (key, n): (z, x)
        for key, values in numbers(stream).items()
        for n, (z, x) in enumerate(zip(values, twin.kalman(values), strict=True))
    }
    assert answer("kalman", stream) == expected


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize(("size", "slide"), [(10, 10), (9, 1)])
def test_average(stream: str, size: int, slide: int) -> None:
    expected = {
        (key, start, start + size): sum(values[start : start + size]) / size
        for key, values in numbers(stream).items()
        for start in range(0, len(values) - size + 1, slide)
    }
    found = answer("average", stream, size=str(size), slide=str(slide))
    assert {identity + row[:-1]: row[-1] for identity, row in found.items()} == pytest.approx(expected)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("k", [5, 10])
def test_distinct(stream: str, k: int) -> None:
    expected = {
        (key, n): (estimate,)
        for key, values in wholes(stream).items()
        for n, estimate in enumerate(twin.loglog(map(str, values), k))
    }
    assert answer("distinct", stream, k=str(k)) == expected


@pytest.mark.parametrize("stream", STREAMS)
def test_distinct_by_the_engine_is_exact_in_the_reference(stream: str) -> None:
    expected = {(key,): (len(set(values)),) for key, values in wholes(stream).items()}
    assert answer("distinct", stream, method="engine") == expected


@pytest.mark.parametrize("stream", STREAMS)
def test_moment(stream: str) -> None:
    choose = [twin.mix(number) % 10 for number in range(EVENTS)]
    expected = {
        (key, n): (estimate,)
        for key, values in wholes(stream).items()
        for n, estimate in enumerate(twin.moment(values, 10, choose))
    }
    assert answer("moment", stream) == expected


@pytest.mark.parametrize("stream", STREAMS)
def test_trend(stream: str) -> None:
    expected = {
        (key, n, ahead): each
        for key, values in numbers(stream).items()
        for n, line in twin.trend(values, 10, 10)
        for ahead, each in enumerate(line, 1)
    }
    assert {identity: row[0] for identity, row in answer("trend", stream).items()} == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("stream", STREAMS)
def test_bloom_keeps_the_even_ones_and_hardly_any_other(stream: str) -> None:
    values = {(key, n): value for key, each in wholes(stream).items() for n, value in enumerate(each)}
    found = answer("bloom", stream, expected="20000000")
    assert {identity: value for identity, (value,) in found.items()} == {identity: values[identity] for identity in found}
    odd = [value for (value,) in found.values() if value % 2]
    assert len(found) - len(odd) == sum(value >= 0 and value % 2 == 0 for value in values.values())
    assert len(odd) < 0.003 * EVENTS


def test_trees() -> None:
    for event, (_, observed, label) in zip(events("city"), answer("tree", "city").values(), strict=True):
        assert (observed, label) == (event["airquality_raw"], twin.city_tree(event["airquality_raw"]))
    for event, row in zip(events("city"), answer("tree", "city", model="first").values(), strict=True):
        assert row[-1] == twin.city_tree_first(event["airquality_raw"])
    for event, row in zip(events("taxi"), answer("tree", "taxi").values(), strict=True):
        assert row[-1] == twin.taxi_tree(event["fare_amount"])
    for event, row in zip(events("taxi"), answer("tree", "taxi", model="first").values(), strict=True):
        assert row[-1] == twin.taxi_tree_first(event["trip_time_in_secs"], event["trip_distance"], event["fare_amount"])
    for event, row in zip(events("fit"), answer("tree", "fit").values(), strict=True):
        assert row[-1] == twin.fit_tree(event["ecg_lead_1"])
    for event, row in zip(events("integers"), answer("tree", "integers").values(), strict=True):
        assert row[-1] == twin.city_tree(event["value"] % 64)


@pytest.mark.parametrize(
    ("stream", "model", "classes"), [("city", "trained", 3), ("taxi", "trained", 3), ("city", "first", 3), ("taxi", "first", 3)]
)
def test_every_class_occurs(stream: str, model: str, classes: int) -> None:
    assert len({row[-1] for row in answer("tree", stream, model=model).values()}) == classes


@pytest.mark.parametrize(("task", "model"), [("tree", "first"), ("regression", "trained")])
def test_a_model_that_was_never_published_is_refused(task: str, model: str) -> None:
    with pytest.raises(RequestError, match="published are"):
        configured(task, "fit", model=model)


def test_regressions_are_cut_to_whole_numbers() -> None:
    for event, row in zip(events("city"), answer("regression", "city").values(), strict=True):
        assert row[-1] == int(twin.city_regression(event["temperature"], event["humidity"], event["dust"]))
    for event, row in zip(events("taxi"), answer("regression", "taxi").values(), strict=True):
        assert row[-1] == int(twin.taxi_regression(event["trip_time_in_secs"], event["trip_distance"]))
    assert {row[-1] for row in answer("regression", "taxi", model="first").values()} == {23}


def test_regressions_predict_what_the_streams_hold() -> None:
    """A wrong coefficient or sign would show: predictions lie around the observations."""
    for stream, observed, within in (("taxi", "fare_amount", 0.1), ("city", "airquality_raw", 0.1)):
        predicted = [row[-1] for row in answer("regression", stream).values()]
        held = [event[observed] for event in events(stream)]
        assert mean(predicted) == pytest.approx(mean(held), rel=within), stream


def test_the_regression_with_places() -> None:
    flow = configured("regression", "city", model="first").flow
    record = {"source": "s", "longitude": 6.15, "latitude": 46.2, "temperature": 20.0, "humidity": 50.0, "dust": 1000.0}
    (row,) = evaluate(flow, [json.dumps(record).encode()]).rows.values()
    assert row[-1] == int(0.30157 - 2.06368 - 8.92395 - 7.79623 - 2.47463 + 44.21701)


@pytest.mark.parametrize("stream", ["city", "taxi", "fit"])
@pytest.mark.parametrize("wire", ["csv", "senml"])
def test_parsing_gives_the_fields_back(stream: str, wire: str) -> None:
    rows = answer("parse", stream, wire=wire)
    names = list(FEEDS[stream].columns)
    for event, row in zip(events(stream), rows.values(), strict=True):
        parsed = dict(zip(names, row, strict=True))
        time = parsed.pop("timestamp")
        assert parsed == {name: event[name] for name in names if name != "timestamp"}
        assert time == str(event["timestamp"]) or wire == "csv"


def test_a_public_record_is_parsed() -> None:
    """A line as in the public files: other numbers of decimal places, and fields in their order there."""
    line = (
        b'1422748800000,{"e":[{"u":"string","n":"source","sv":"ci4lr75sl000802ypo4qrcjda23"},{"v":"6.1668213","u":"lon","n":"longitude"},'
        b'{"v":"46.1927629","u":"lat","n":"latitude"},{"v":"8","u":"far","n":"temperature"},{"v":"53.7","u":"per","n":"humidity"},'
        b'{"v":"0","u":"per","n":"light"},{"v":"411.02","u":"per","n":"dust"},{"v":"140","u":"per","n":"airquality_raw"}],'
        b'"bt":1422748800000}'
    )
    (row,) = evaluate(configured("parse", "city").flow, [line]).rows.values()
    assert row == ("1422748800000", "ci4lr75sl000802ypo4qrcjda23", 6.1668213, 46.1927629, 8.0, 53.7, 0, 411.02, 140)


@pytest.mark.parametrize("task", ["parse", "tree", "regression"])
@pytest.mark.parametrize("stream", ["city", "taxi"])
def test_the_oracle_agrees(task: str, stream: str) -> None:
    workload = configured(task, stream)
    assert supports(workload.flow)
    records = workload.stream.records(0, EVENTS)
    assert answer_by_duckdb(workload.flow, iter(records)).rows == evaluate(workload.flow, records).rows


@pytest.mark.parametrize(
    ("stream", "given", "place"),
    [("city", {}, 4), ("city", {"field": "source"}, 1), ("taxi", {}, 11), ("taxi", {"field": "timestamp"}, 3)],
)
def test_xml(stream: str, given: dict[str, str], place: int) -> None:
    workload = load_workload("iot-xml").configured({"observations": "7", "stream": stream} | given, seed=5)
    found = evaluate(workload.flow, workload.stream.records(0, 200)).rows
    source = {"city": City, "taxi": Taxi}[stream](5, wire="csv")
    lines = [line.decode().split(",") for line in source.records(0, 1_400)]
    assert [list(texts) for (texts,) in found.values()] == [
        [line[place] for line in lines[first : first + 7]] for first in range(0, 1_400, 7)
    ]


def test_xml_refuses_a_field_of_the_other_stream() -> None:
    with pytest.raises(RequestError, match="taxi has no temperature"):
        load_workload("iot-xml").configured({"stream": "taxi", "field": "temperature"}, seed=5)


def test_every_workload_declares_its_task() -> None:
    tasks = [workload for workload in WORKLOADS if workload.name not in APPLICATIONS]
    assert {workload.name for workload in tasks} == {f"iot-{name}" for name in TASKS}
    for workload in tasks:
        task = TASKS[workload.name.removeprefix("iot-")]
        assert str(task) in workload.summary
        flow = workload.configured({}, seed=1).flow
        assert any(step.is_stateful for step in flow.steps) == (task.has_state or task.code == "BLF")
