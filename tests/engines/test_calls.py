"""Calls of services on every engine: replies, nulls, what was told; and services that go away in the middle of a run."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from streamgauge.errors import ExitCode, MachineError, RequestError
from streamgauge.flow import DOUBLE, LONG, STRING, Call, Flow, Fold, Schema, Select, Sink, Source, Step, Table, Union, WireFormat
from streamgauge.flow.answer import Comparison
from streamgauge.services.managed.azurite import Azurite
from streamgauge.services.managed.broker import MqttBroker
from streamgauge.services.managed.process import LoopbackService
from streamgauge.services.mqtt import _client, _connect
from streamgauge.services.packages import client_library
from streamgauge.services.patience import ServiceDownError
from streamgauge.services.real import MQTT, PATIENCE, STORAGE
from streamgauge.services.setup import azurite_script, mqtt_broker

from .opened import OpenEngine

EVENTS = 400
RECORDS, UPLOADS = 2_000, 1_600  # of a run in which a service goes away; every fifth record has no value


def records(count: int = EVENTS) -> list[bytes]:
    """Some without a value, some of keys that no table holds."""
    events = ({"key": f"k{number % 7}", "value": number if number % 5 else None} for number in range(count))
    return [json.dumps({name: value for name, value in event.items() if value is not None}).encode() for event in events]


def source() -> Source:
    return Source(Schema.of(key=STRING, value=LONG), WireFormat.JSON, optional=("value",), partition_by=("key",), name="events")


def published(upstream: Step, **more: object) -> Call:
    arguments = {"topic": "'t/' || key", "payload": "cast(value as string) || ' \"ä\"'"}
    return Call(upstream, "mqtt-publish", arguments, **more, name="publish")  # type: ignore[arg-type]


def uploaded(upstream: Step) -> Call:
    arguments = {"name": "key || '/' || cast(value as string)", "content": "cast(value as string) || ' \"ä\"'"}
    return Call(upstream, "blob-upload", arguments, at="real", batch=10, name="upload")


def inserted(upstream: Step) -> Call:
    return Call(upstream, "table-insert", {"key": "key", "row": "cast(value as string)"}, batch=7, name="insert")


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
    "flow", [all_four(), in_a_branch(), Flow("call-last", Sink(published(inserted(source()))))], ids=lambda flow: flow.name
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


@pytest.fixture
def azurite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Azurite]:
    pytest.importorskip("azure.storage.blob", reason="azure-storage-blob is not installed: pip install 'streamgauge[iot]'")
    if not azurite_script().exists():
        pytest.skip("Azurite is not set up: streamgauge setup iot")
    with Azurite.start(tmp_path / "data", tmp_path) as storage:
        monkeypatch.setenv(STORAGE, storage.connection_string)
        yield storage


@pytest.mark.slow
def test_the_broker_is_killed_and_restarted(open_engine: OpenEngine, mqtt: MqttBroker) -> None:
    comparison = _run_while_down(open_engine, published(source(), at="real", batch=10), mqtt, mqtt.kill, after=200)
    assert comparison.equal, comparison.examples
    print(f"{open_engine.engine.name}: {comparison.repeated} of 1,600 messages came more than once")


@pytest.mark.slow
def test_azurite_is_stopped_and_restarted(open_engine: OpenEngine, azurite: Azurite) -> None:
    comparison = _run_while_down(open_engine, uploaded(source()), azurite, azurite.stop, after=100)
    assert comparison.equal, comparison.examples


@pytest.mark.slow
def test_azurite_is_killed_and_restarted(open_engine: OpenEngine, azurite: Azurite) -> None:
    """It forgets what it had confirmed in its last seconds: that is told as missing, and no row is."""
    comparison = _run_while_down(open_engine, uploaded(source()), azurite, azurite.kill, after=100)
    assert comparison.observed_rows == comparison.expected_rows == RECORDS
    assert comparison.unexpected == comparison.different == 0
    assert comparison.missing < UPLOADS
    assert all(each.startswith("lost: blob-upload to ") for each in comparison.examples)
    print(f"{open_engine.engine.name}: Azurite forgot {comparison.missing} of {UPLOADS:,} blobs")


@pytest.mark.slow
@pytest.mark.parametrize("service", ["mqtt-publish", "blob-upload"])
def test_a_service_that_stays_away(
    open_engine: OpenEngine, service: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PATIENCE, "2")
    call, name = {
        "mqtt-publish": (published(source(), at="real", batch=10), "mqtt"),
        "blob-upload": (uploaded(source()), "azurite"),
    }[service]
    running = request.getfixturevalue(name)
    with pytest.raises(ServiceDownError) as down, _counted(running) as told, _once(lambda: told() >= 50, running.kill):
        _run(open_engine, call)
    assert down.value.exit_code is ExitCode.ENVIRONMENT
    what, where, fix = str(down.value).splitlines()
    assert what.startswith(f"service {service} could not be reached for 2 s")
    assert f"127.0.0.1:{running.ports[0]}" in where
    assert "start the service" in fix


def _run_while_down(
    open_engine: OpenEngine, call: Call, running: LoopbackService, end: Callable[[], None], after: int
) -> Comparison:
    """A run in the middle of which the service is away for a second, once it has been told so much."""
    came_back = threading.Event()

    def away() -> None:
        end()
        time.sleep(1)
        running.start_again()
        came_back.set()

    with _counted(running) as told, _once(lambda: told() >= after, away):
        comparison = _run(open_engine, call)
    assert came_back.is_set()
    return comparison


def _run(open_engine: OpenEngine, call: Call) -> Comparison:
    if open_engine.claims.refusal("call-real"):
        pytest.skip("it calls no real service")
    return open_engine.run(Flow("call-real", Sink(call)), records(RECORDS))[0]


@contextmanager
def _once(it_is_time: Callable[[], bool], act: Callable[[], None]) -> Iterator[None]:
    """Do something while another thing goes on."""
    is_over = threading.Event()

    def wait() -> None:
        while not is_over.wait(0.05):
            if it_is_time():
                act()
                return

    thread = threading.Thread(target=wait)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@contextmanager
def _counted(running: LoopbackService) -> Iterator[Callable[[], int]]:
    """How many messages have passed the broker, or how many blobs lie in the storage account."""
    if isinstance(running, Azurite):
        library = client_library("azure.storage.blob", "azure-storage-blob")
        with library.BlobServiceClient.from_connection_string(running.connection_string) as account:
            yield lambda: sum(
                1 for each in account.list_containers() for _ in account.get_container_client(each.name).list_blobs()
            )
        return
    assert isinstance(running, MqttBroker)
    heard: list[object] = []
    client = _client(running.url)
    client.on_connect = lambda client, *_: client.subscribe("#", 0)
    client.on_message = lambda *message: heard.append(message)
    _connect(client, running.url)
    client.loop_start()
    try:
        yield lambda: len(heard)
    finally:
        client.disconnect()
        client.loop_stop()
