"""Real services: messages arrive at a subscriber, blobs lie in Azurite, and a service may go away and come back."""

import hashlib
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from streamgauge.errors import MachineError
from streamgauge.flow import LONG, STRING, Schema, Table
from streamgauge.services.base import NotNowError
from streamgauge.services.caller import Target
from streamgauge.services.managed.azurite import KEY, Azurite
from streamgauge.services.managed.broker import MqttBroker
from streamgauge.services.patience import patiently
from streamgauge.services.real import Real
from streamgauge.services.setup import azurite_script, mqtt_broker

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def azurite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Azurite]:
    pytest.importorskip("azure.storage.blob", reason="azure-storage-blob is not installed: pip install 'streamgauge[iot]'")
    if not azurite_script().exists():
        pytest.skip("Azurite is not set up: streamgauge setup iot")
    root = tmp_path_factory.mktemp("azurite")
    with Azurite.start(root / "data", root) as running:
        yield running


@pytest.fixture
def mqtt(tmp_path: Path) -> Iterator[MqttBroker]:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: pip install 'streamgauge[iot]'")
    try:
        mqtt_broker()
    except MachineError as error:
        pytest.skip(str(error))
    with MqttBroker.start(tmp_path / "data", tmp_path) as running:
        yield running


def messages(first: int, count: int) -> list[tuple[str, bytes]]:
    return [(f"t/{number % 3}", f"message {number}".encode()) for number in range(first, first + count)]


def digest(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def test_messages_arrive(mqtt: MqttBroker) -> None:
    real = Real("", mqtt.url)
    inbox, publisher, other = real.inbox("step"), real.publisher("step"), real.inbox("other step")
    publisher.publish(messages(0, 500))
    publisher.publish(messages(500, 500))
    assert inbox.received() == Counter(messages(0, 1_000))
    assert other.received() == Counter()
    for each in (inbox, publisher, other):
        each.close()


def test_the_broker_is_killed_and_comes_back(mqtt: MqttBroker) -> None:
    real = Real("", mqtt.url, patience_s=30)
    inbox, publisher = real.inbox("step"), real.publisher("step")
    is_down = threading.Event()

    def kill_and_restart() -> None:
        mqtt.kill()
        is_down.set()
        time.sleep(0.5)
        mqtt.start_again()

    killer = threading.Thread(target=kill_and_restart)
    for batch in range(40):
        if batch == 10:
            killer.start()
        some = messages(batch * 50, 50)
        patiently(lambda: publisher.publish(some), real.patience_s, service="mqtt-publish", where="here")  # noqa: B023
    killer.join()
    assert is_down.is_set()
    found, sent = inbox.received(), Counter(messages(0, 2_000))
    assert not sent - found
    assert not found.keys() - sent.keys()
    publisher.close()
    inbox.close()


def test_blobs_and_rows_are_kept_while_it_restarts(azurite: Azurite) -> None:
    real = Real(azurite.connection_string, "")
    blobs, table = real.blobs("step"), real.table("step")
    blobs.prepare()
    blobs.prepare()
    rows = Table(
        Schema.of(key=STRING, whole=LONG, text=STRING), tuple((f"a/{n}?#", 2**40 + n, None if n % 2 else "x") for n in range(250))
    )
    table.fill(rows)
    inserted = real.rows("insert")
    for start in (0, 60):  # some twice, one of them with two rows
        inserted.insert([(f"b/{n}%=", f"row {n} ä") for n in range(start, start + 120)] + [(f"b/{start}%=", f"row {start} ä")])
    for number in range(20):
        blobs.put(f"charts/{number}.svg", f"<svg>{number}</svg>".encode())
    assert real.blobs("other step").get("charts/1.svg") is None
    before = sorted(blobs.digests())
    azurite.stop()
    azurite.start_again()
    assert blobs.get("charts/7.svg") == b"<svg>7</svg>"
    assert blobs.get("charts/99.svg") is None
    assert sorted(blobs.digests()) == before
    assert len(dict(before)) == 20
    assert sorted(inserted.digests()) == sorted((f"b/{n}%=", digest(f"row {n} ä")) for n in range(180))
    assert table.find(["a/3?#", "no", "a/4?#"]) == [(2**40 + 3, None), None, (2**40 + 4, "x")]
    for made in (blobs, table):
        made.remove()
        made.remove()
    for each in (blobs, table, inserted):
        each.close()


def test_what_an_emulator_has_forgotten_is_made_again(azurite: Azurite) -> None:
    real = Real(azurite.connection_string, "", patience_s=5)
    blobs, rows = real.blobs("step"), real.rows("step")
    assert list(blobs.digests()) == list(rows.digests()) == []
    with pytest.raises(NotNowError, match="table is gone"):
        real.table("step").find(["a"])
    caller = Target("blob-upload", "step", 1, 10, real).open()
    assert caller([("a", "1"), ("b", "2")]) == [(1,), (1,)]
    caller = Target("table-insert", "step", 1, 10, real).open()
    assert caller([("a", "1"), ("b", "2")]) == [(1,), (1,)]
    assert sorted(blobs.digests()) == sorted(rows.digests()) == [("a", digest("1")), ("b", digest("2"))]
    assert real.table("step").find(["no"]) == [None]
    for made in (blobs, rows):
        made.remove()
        made.close()


def test_a_wrong_key_is_no_matter_of_patience(azurite: Azurite) -> None:
    wrong = azurite.connection_string.replace(KEY, "c2VjcmV0")
    with pytest.raises(MachineError, match="refused") as refused:
        Real(wrong, "").blobs("step").prepare()
    assert "STREAMGAUGE_STORAGE" in refused.value.fix
    assert "c2VjcmV0" not in str(refused.value)


def test_nothing_outlives_its_end(mqtt: MqttBroker) -> None:
    assert mqtt.pid is not None
    pid = mqtt.pid
    mqtt.stop()
    mqtt.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
