"""The tasks that call a service, and what the applications tell services, against plain loops over the records."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from streamgauge.engines.reference import evaluate
from streamgauge.flow import Call
from streamgauge.flow.answer import Answer
from streamgauge.flow.effects import effect
from streamgauge.services.opened import open_services
from streamgauge.streams.iot import City, Taxi
from streamgauge.workloads import load_workload
from streamgauge.workloads.base import ConfiguredWorkload

EVENTS = 300
WHOLE = {
    "city": ("source", lambda event: event["airquality_raw"]),
    "taxi": ("taxi_identifier", lambda event: int(event["fare_amount"] * 2)),
    "fit": ("subjectId", lambda event: int(event["ecg_lead_1"] * 100_000)),
    "integers": ("key", lambda event: event["value"]),
}


def configured(task: str, stream: str, **given: str) -> ConfiguredWorkload:
    return load_workload(f"iot-{task}").configured({"stream": stream} | given, seed=5)


def answered(workload: ConfiguredWorkload, events: int = EVENTS) -> Answer:
    return evaluate(workload.flow, workload.stream.records(0, events))


def seen(workload: ConfiguredWorkload, stream: str) -> list[tuple[str, int, dict[str, Any]]]:
    key, whole = WHOLE[stream]
    events = [json.loads(record) for record in workload.stream.records(0, EVENTS)]
    return [(event[key], whole(event), event) for event in events]


@pytest.mark.parametrize("stream", WHOLE)
def test_download(stream: str) -> None:
    workload = configured("blob-download", stream, files="3", lines="4")
    lines = [record.decode() for record in City(5, wire="csv").records(0, 12)]
    files = ["\n".join(lines[start : start + 4]) for start in (0, 4, 8)]
    shortest = min(map(len, files))
    expected = []
    for key, number, _ in seen(workload, stream):
        file, start = abs(number) % 3, abs(number) % shortest
        expected.append((key, f"city-{file}.csv", len(files[file]), files[file][start : start + 16]))
    assert list(answered(workload).rows.values()) == expected


@pytest.mark.parametrize("stream", WHOLE)
def test_query(stream: str) -> None:
    workload = configured("table-query", stream, rows="40")
    trips = [record.decode().split(",") for record in Taxi(5, wire="csv").records(0, 40)]
    expected = []
    for key, number, _ in seen(workload, stream):
        trip = abs(number) % 40
        expected.append((key, abs(number), str(trip), trips[trip][3], float(trips[trip][8])))
    assert list(answered(workload).rows.values()) == expected


@pytest.mark.parametrize("stream", WHOLE)
def test_upload(stream: str) -> None:
    workload = configured("blob-upload", stream, size="7")
    answer, expected = answered(workload), {}
    for key, number, event in seen(workload, stream):
        expected[f"{key}-{event.get('timestamp', number)}"] = f"{key},{number},xxxxxxx"
    assert [blob for blob, _ in answer.rows.values()] == list(expected)
    assert +answer.effects.due == dict.fromkeys((effect("blob-upload", *_bytes(each)) for each in expected.items()), 1)


@pytest.mark.parametrize("stream", WHOLE)
def test_publish(stream: str) -> None:
    workload = configured("mqtt-publish", stream)
    answer = answered(workload)
    told = [(f"observations/{key}", json.dumps({"key": key, "value": number}, separators=(",", ":")))
            for key, number, _ in seen(workload, stream)]  # fmt: skip
    assert sum(answer.effects.due.values()) == len(told)
    assert set(answer.effects.due) == {effect("mqtt-publish", *_bytes(each)) for each in told}
    assert [values[-1] for values in answer.rows.values()] == [len(payload) for _, payload in told]


@pytest.mark.parametrize("stream", ["city", "taxi"])
def test_stats_publishes_every_row(stream: str) -> None:
    answer = answered(configured("stats", stream, window="4", train="4", predict="2", k="5", expected="400000", taxis="20"))
    told = [
        (f"{statistic}/{kind}/{key}", f"{number},{ahead},{int(value * 1000)}")
        for (key, kind, statistic, number, ahead), (value,) in answer.rows.items()
    ]
    assert len(told) > EVENTS
    assert answer.effects.due.total() == len(told)
    assert set(answer.effects.due) == {effect("mqtt-publish", *_bytes(each)) for each in told}


def test_etl_publishes_and_inserts_every_whole_record_once() -> None:
    answer = answered(configured("etl", "city", expected="400000"))
    assert len(answer.rows) == EVENTS
    due = []
    for (key, time), (place, senml) in answer.rows.items():
        due.append(effect("mqtt-publish", f"clean/{key}", senml.encode()))
        due.append(effect("table-insert", f"{key}-{time}", f"{place},{senml}".encode()))
    assert +answer.effects.due == dict.fromkeys(due, 1)


def test_pred_uploads_a_chart_of_each_group(tmp_path: Path) -> None:
    workload = configured("pred", "city", window="2", group="3", model_every="50", shards="2")
    answer = answered(workload, 600)
    with open_services(workload.flow, tmp_path) as services:
        again = evaluate(services.flow, workload.stream.records(0, 600))
        assert again.rows == answer.rows
        assert services.effects(answer.effects) == +answer.effects.due
        (upload,) = (step for step in services.flow.steps if isinstance(step, Call) and step.service == "blob-upload")
        folder = Path(upload.at.partition(":")[2]) / "blobs" / upload.name
        charts = {path.name[1:-4]: path.read_text() for path in folder.iterdir()}
    for (key, number), (error, worst, bad, good, *_) in answer.rows.items():
        bars, words = _drawn(charts.pop(f"{key}-{number}"))
        assert bars == [int(count * 500 / 3) for count in (bad, good, 3 - bad - good)]
        assert words == f"mean {int(error * 1000)} largest {int(worst * 1000)}"
    assert not charts


def _drawn(chart: str) -> tuple[list[int], str]:
    """The heights of the bars, and what is said of the errors."""
    drawn = ElementTree.fromstring(chart)  # noqa: S314 - we have written it
    name = "{http://www.w3.org/2000/svg}"
    heights = [int(bar.attrib["height"]) for bar in drawn.iter(f"{name}rect")]
    return heights, [text.text or "" for text in drawn.iter(f"{name}text")][-1]


def _bytes(told: tuple[str, str]) -> tuple[str, bytes]:
    return told[0], told[1].encode()
