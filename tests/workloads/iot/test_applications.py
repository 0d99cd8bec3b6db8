"""STATS, PRED and ETL against plain loops over the records, on both streams."""

import json
from collections import defaultdict, deque
from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.errors import RequestError
from streamgauge.flow import Fold
from streamgauge.flow.kernels.bloom import bloom
from streamgauge.workloads.base import ConfiguredWorkload
from streamgauge.workloads.iot import etl, pred, stats

from . import twin

EVENTS = 2_000
EXPECTED = 400_000

PLACES = {
    "city": {"temperature": 1, "humidity": 1, "light": 0, "dust": 2, "airquality_raw": 0},
    "taxi": {"trip_time_in_secs": 0}
    | dict.fromkeys(("trip_distance", "fare_amount", "surcharge", "mta_tax", "tip_amount", "tolls_amount", "total_amount"), 2),
}
RANGES = {
    "city": {
        "temperature": (0.7, 35.1), "humidity": (20.3, 69.1), "light": (0, 5153), "dust": (83.36, 3322.67),
        "airquality_raw": (12, 49),
    },
    "taxi": {
        "trip_time_in_secs": (140, 3155), "trip_distance": (1.37, 29.86), "fare_amount": (6, 201), "tip_amount": (0.65, 38.55),
        "tolls_amount": (2.5, 18),
    },
}  # fmt: skip
KEYS = {"city": "source", "taxi": "taxi_identifier"}


def configured(module: Any, stream: str, **given: str) -> ConfiguredWorkload:
    workload: ConfiguredWorkload = module.WORKLOADS[0].configured({"stream": stream, "taxis": "20"} | given, seed=5)
    return workload


def rows(workload: ConfiguredWorkload, events: int = EVENTS) -> dict[Any, Any]:
    return dict(evaluate(workload.flow, workload.stream.records(0, events)).rows)


def events(workload: ConfiguredWorkload, count: int = EVENTS) -> list[dict[str, Any]]:
    return [json.loads(record) for record in workload.stream.records(0, count)]


def may_hold(units: int) -> bool:
    return bloom(EXPECTED, 0.01).may_hold(units)


def passing(workload: ConfiguredWorkload, stream: str) -> dict[tuple[str, str], list[int]]:
    """The units of the observations that pass the filter, by sensor or taxi and type."""
    kept: dict[tuple[str, str], list[int]] = defaultdict(list)
    for event in events(workload):
        for name, places in PLACES[stream].items():
            units = round(event[name] * 10**places)
            if may_hold(units):
                kept[event[KEYS[stream]], name].append(units)
    return kept


@pytest.mark.parametrize(("stream", "window"), [("city", 9), ("taxi", 10)])
def test_stats(stream: str, window: int) -> None:
    given = {"window": str(window)} if stream == "city" else {}
    workload = configured(stats, stream, expected=str(EXPECTED), k="5", predict="3", **given)
    expected: dict[Any, float] = {}
    for (key, name), units in passing(workload, stream).items():
        values = [each / 10 ** PLACES[stream][name] for each in units]
        for last in range(window - 1, len(values)):
            expected[key, name, "average", last, 0] = mean(values[last - window + 1 : last + 1])
        for number, line in twin.trend(twin.kalman(values), 10, 3):
            expected |= {(key, name, "trend", number, ahead): value for ahead, value in enumerate(line, 1)}
        for number, estimate in enumerate(twin.loglog(map(str, units), 5)):
            expected[key, name, "distinct", number, 0] = float(estimate)
    found = {identity: value for identity, (value,) in rows(workload).items()}
    assert found.keys() == expected.keys()
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert {identity[2] for identity in found} == {"average", "trend", "distinct"}


def test_the_published_windows_are_the_default() -> None:
    for stream, size in (("city", 90), ("taxi", 10)):
        averages = [step for step in configured(stats, stream).flow.steps if step.name == "average"]
        assert [step.window.size for step in averages] == [size]  # type: ignore[attr-defined]


@pytest.mark.parametrize("stream", ["city", "taxi"])
@pytest.mark.parametrize("error", ["seed", "published"])
@pytest.mark.parametrize("by", ["shard", "id"])
def test_pred(stream: str, error: str, by: str) -> None:
    workload = configured(pred, stream, window="4", group="5", model_every="300", shards="3", error=error, by=by)
    whose = {"shard": "shard", "id": KEYS[stream]}[by]
    expected = dict(grouped(judged(events(workload), stream, error, whose), 5))
    assert len(expected) > 100
    found = rows(workload)
    assert found.keys() == expected.keys()
    for identity, values in expected.items():
        assert found[identity] == pytest.approx(values, rel=1e-9)
    newest = [values[-1] for values in expected.values()]
    assert (min(newest), max(newest)) == (0, (EVENTS - 1) // 303)


@pytest.mark.parametrize("stream", ["city", "taxi"])
def test_pred_as_it_is_answers_few_events(stream: str) -> None:
    assert len(rows(pred.WORKLOADS[0].configured({"stream": stream}, seed=1))) >= 16


def judged(records: list[dict[str, Any]], stream: str, error: str, whose: str) -> Iterator[tuple[Any, float, str, int]]:
    """Shard, sensor or taxi, error, class and model of each prediction, those of the first records when there is an average."""
    reads, observed = {
        "city": (("temperature", "humidity", "dust"), "airquality_raw"),
        "taxi": (("trip_time_in_secs", "trip_distance"), "fare_amount"),
    }[stream]
    models: dict[int, dict[str, Any]] = {}
    last: dict[Any, deque[float]] = defaultdict(lambda: deque(maxlen=4))
    waiting: dict[Any, list[tuple[float, float, str, int]]] = defaultdict(list)
    for record in records:
        if record["kind"] == "model":
            models[record["shard"]] = record
            continue
        model, key, seen = models[record["shard"]], record[whose], float(record[observed])
        weights = (model["first"], model["second"], model["third"])
        predicted = int(sum(w * record[name] for w, name in zip(weights, reads, strict=False)) + model["constant"])
        label = "BAD" if seen <= model["low"] else "GOOD" if seen <= model["high"] else "VERYGOOD"
        last[key].append(seen)
        waiting[key].append((predicted, seen, label, model["version"]))
        if len(last[key]) == 4:
            average = mean(last[key])
            for guess, true, name, version in waiting.pop(key):
                off = abs(guess - true) / (true if error == "seed" else 1)
                yield key, off / average, name, version


def grouped(results: Iterator[tuple[Any, float, str, int]], size: int) -> Iterator[tuple[Any, Any]]:
    by_key: dict[Any, list[tuple[float, str, int]]] = defaultdict(list)
    for key, *result in results:
        by_key[key].append(tuple(result))
    for key, all_of_it in by_key.items():
        for start in range(0, len(all_of_it) - size + 1, size):
            errors, labels, versions = zip(*all_of_it[start : start + size], strict=True)
            counts = (labels.count("BAD"), labels.count("GOOD"))
            yield (key, start), (mean(errors), max(errors), *counts, min(versions), max(versions))


@pytest.mark.parametrize(("stream", "window"), [("city", 3), ("taxi", 3), ("taxi", 0)])
def test_etl(stream: str, window: int) -> None:
    workload = configured(etl, stream, expected=str(EXPECTED), last=str(window))
    found = rows(workload)
    last: dict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=window))
    filled = 0
    for event in events(workload):
        key, texts = event[KEYS[stream]], []
        for name, places in PLACES[stream].items():
            low, high = RANGES[stream].get(name, (-1e9, 1e9))
            before, value = last[key, name], event[name]
            if low <= value <= high and may_hold(round(value * 10**places)):
                before.append(value)
            else:
                filled += bool(before)
                value = sum(before) / len(before) if before else 0.0
            units = int(value * 10**places + (0.5 if value >= 0 else -0.5))
            texts.append(f'{{"n":"{name}","v":"{units / 10**places:.{places}f}"}}')
        place, senml = found[key, event["timestamp"]]
        assert senml == f'{{"bt":{event["timestamp"]},"e":[{",".join(texts)}]}}'
        assert json.loads(senml)["bt"] == event["timestamp"]
        assert place is not None
    assert len(found) == EVENTS
    assert filled > EVENTS / 2 if window else not filled


def test_gaps_are_filled_as_published_unless_told_otherwise() -> None:
    """From the last five values of a sensor, and not at all of taxis."""
    windows = {
        stream: [
            step.settings["window"]
            for step in configured(etl, stream).flow.steps
            if isinstance(step, Fold) and step.kernel == "interpolate"
        ]
        for stream in ("city", "taxi")
    }
    assert windows == {"city": [5], "taxi": []}


def test_annotations_are_those_of_the_stream() -> None:
    places = {identity[0]: place for identity, (place, _) in rows(configured(etl, "city", expected="1000")).items()}
    near = [event["source"] for event in events(configured(etl, "city")) if 103 < event["longitude"] < 105]
    assert {places[source] for source in near} == {"singapore"}
    assert len(set(rows(configured(etl, "taxi", expected="1000")).values())) > 1


@pytest.mark.parametrize("module", [stats, pred, etl], ids=lambda module: module.__name__)
def test_only_these_streams(module: Any) -> None:
    with pytest.raises(RequestError, match="city or taxi"):
        configured(module, "fit")
