"""Calls of services on every engine: replies, nulls, what was told; and a broker that is killed in the middle of a run."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from streamgauge.errors import ExitCode, MachineError, RequestError
from streamgauge.flow import DOUBLE, LONG, STRING, Call, Flow, Fold, Schema, Select, Sink, Source, Step, Table, Union, WireFormat
from streamgauge.flow.answer import Comparison
from streamgauge.services.managed.broker import MqttBroker
from streamgauge.services.mqtt import _client, _connect
from streamgauge.services.patience import ServiceDownError
from streamgauge.services.real import MQTT, PATIENCE
from streamgauge.services.setup import mqtt_broker

from .opened import OpenEngine

EVENTS = 400


def records(count: int = EVENTS) -> list[bytes]:
    """Some without a value, some of keys that no table holds."""
    events = ({"key": f"k{number % 7}", "value": number if number % 5 else None} for number in range(count))
    return [json.dumps({name: value for name, value in event.items() if value is not None}).encode() for event in events]


def source() -> Source:
    return Source(Schema.of(key=STRING, value=LONG), WireFormat.JSON, optional=("value",), partition_by=("key",), name="events")


def published(upstream: Step, **more: object) -> Call:
    arguments = {"topic": "'t/' || key", "payload": "cast(value as string) || ' \"ä\"'"}
    return Call(upstream, "mqtt-publish", arguments, **more, name="publish")  # type: ignore[arg-type]


def all_four() -> Flow:
    """Each kind of service behind the other, in order up to a fold; and a branch that calls nobody."""
    rows = Table(
        Schema.of(id=STRING, weight=DOUBLE, rank=LONG, note=STRING), tuple((f"k{n}", n / 3, 2**40 + n, None) for n in range(5))
    )
    files = Table(Schema.of(file=STRING, content=STRING), tuple((f"k{n}", f"line {n}\nü") for n in range(1, 7)))
    asked = Call(source(), "table-query", {"key": "key"}, rows, batch=7, name="query")
    got = Call(asked, "blob-download", {"name": "key"}, files, name="download")
    put = Call(got, "blob-upload", {"name": "key || '/' || cast(value as string)", "content": "content"}, name="upload")
    told = published(put)
    changed = Fold(
        told, ("key",), "change", {"value": "value"}, carried=("weight", "rank", "note", "content", "uploaded", "published")
    )
    return Flow("call-all-four", Sink(changed))


def in_a_branch() -> Flow:
    events, columns = source(), {"key": "key", "value": "value"}
    told = Select(published(events), columns, name="told")
    return Flow("call-in-a-branch", Sink(Union(told, Select(events, columns, name="plain"))))


@pytest.mark.parametrize(
    "flow", [all_four(), in_a_branch(), Flow("call-last", Sink(published(source())))], ids=lambda flow: flow.name
)
def test_call(open_engine: OpenEngine, flow: Flow) -> None:
    if refusal := open_engine.claims.refusal(flow.name):
        with pytest.raises(RequestError, match=refusal):
            open_engine.run(flow, records())
        return
    comparison, _ = open_engine.run(flow, records())
    assert comparison.equal, comparison.examples
    assert comparison.repeated == 0
    assert comparison.expected_rows >= EVENTS // 2


@pytest.fixture
def mqtt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MqttBroker]:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: pip install 'streamgauge[iot]'")
    try:
        mqtt_broker()
    except MachineError as error:
        pytest.skip(str(error))
    with MqttBroker.start(tmp_path / "data", tmp_path) as broker:
        monkeypatch.setenv(MQTT, broker.url)
        yield broker


@pytest.mark.slow
def test_the_broker_is_killed_and_restarted(open_engine: OpenEngine, mqtt: MqttBroker) -> None:
    if open_engine.claims.refusal("call-real"):
        pytest.skip("it calls no real service")
    came_back = threading.Event()

    def kill_and_restart() -> None:
        mqtt.kill()
        time.sleep(1)
        mqtt.start_again()
        came_back.set()

    with _after_messages(mqtt, 200, kill_and_restart):
        comparison = _run(open_engine, 2_000)
    assert came_back.is_set()
    assert comparison.equal, comparison.examples
    print(f"{open_engine.engine.name}: {comparison.repeated} of 1,600 messages came more than once")


@pytest.mark.slow
def test_a_broker_that_stays_away(open_engine: OpenEngine, mqtt: MqttBroker, monkeypatch: pytest.MonkeyPatch) -> None:
    if open_engine.claims.refusal("call-real"):
        pytest.skip("it calls no real service")
    monkeypatch.setenv(PATIENCE, "2")
    with _after_messages(mqtt, 50, mqtt.kill), pytest.raises(ServiceDownError) as down:
        _run(open_engine, 2_000)
    assert down.value.exit_code is ExitCode.ENVIRONMENT
    what, where, fix = str(down.value).splitlines()
    assert what.startswith("service mqtt-publish could not be reached for 2 s")
    assert mqtt.url in where
    assert "start the service" in fix


def _run(open_engine: OpenEngine, events: int) -> Comparison:
    flow = Flow("call-real", Sink(published(source(), at="real", batch=10)))
    return open_engine.run(flow, records(events))[0]


class _after_messages:  # noqa: N801 - used like a function
    """Do something once so many messages have passed the broker."""

    def __init__(self, broker: MqttBroker, count: int, action: object) -> None:
        self._left, self._action = count, action
        self._enough, self._over = threading.Event(), threading.Event()
        self._client = _client(broker.url)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 0)
        self._client.on_message = self._count
        _connect(self._client, broker.url)
        self._thread = threading.Thread(target=self._wait)

    def _count(self, *_: object) -> None:
        self._left -= 1
        if not self._left:
            self._enough.set()

    def _wait(self) -> None:
        while not self._over.is_set():
            if self._enough.wait(0.05):
                self._action()  # type: ignore[operator]
                return

    def __enter__(self) -> None:
        self._client.loop_start()
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._client.disconnect()
        self._client.loop_stop()
