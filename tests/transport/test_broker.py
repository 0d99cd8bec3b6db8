"""The managed broker: started when asked, gone whatever happens."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from streamgauge.errors import MachineError, RequestError
from streamgauge.host import ports
from streamgauge.transport.base import Reader, Stamp
from streamgauge.transport.kafka import broker as broker_module
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.settings import ClientSettings
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport

OWNER = """
import sys, time
from pathlib import Path
from streamgauge.transport.kafka.broker import ManagedBroker
broker = ManagedBroker.start(log_dir=Path(sys.argv[1]))
print(broker.pid, flush=True)
time.sleep(60)
"""

SASL_BROKER = {
    "listener.security.protocol.map": "CLIENT:SASL_PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "listener.name.client.sasl.enabled.mechanisms": "PLAIN",
    "listener.name.client.plain.sasl.jaas.config": (
        'org.apache.kafka.common.security.plain.PlainLoginModule required user_alice="alice-secret";'
    ),
}

SASL_CLIENT = """\
security.protocol=SASL_PLAINTEXT
sasl.mechanism=PLAIN
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
    username="alice" password="%s";
"""


def is_gone(pid: int, within_s: float) -> bool:
    deadline = time.monotonic() + within_s
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def poll_for(seconds: float, reader: Reader) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        reader.poll(0.1)


def test_an_exception_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(data))
    with suppress(ZeroDivisionError), ManagedBroker.start(log_dir=tmp_path) as broker:
        assert broker.poll() is None
        assert len(list(data.iterdir())) == 1
        raise ZeroDivisionError
    assert is_gone(broker.pid, 0)
    assert not list(data.iterdir())


def test_nobody_knocks_at_the_port_of_a_broker_that_is_gone(tmp_path: Path) -> None:
    """It may be somebody else's by then, who does not speak Kafka."""
    with ManagedBroker.start(log_dir=tmp_path) as broker:
        topic = KafkaTransport(broker.bootstrap_servers).create_topic("words", partitions=1, stamp=Stamp.INTENDED)
        assert topic.end_offsets() == (0,)
        with pytest.raises(RequestError):  # what was asked in vain must not hold on to the client either
            KafkaTopic("no-such-topic", 1, broker.bootstrap_servers).end_offsets()
    host, port = broker.bootstrap_servers.split(":")
    with socket.create_server((host, int(port))) as listener:
        listener.settimeout(3)
        with pytest.raises(TimeoutError):
            listener.accept()


def test_kill_minus_nine_leaves_no_jvm_and_no_data(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(tmp_path)], stdout=subprocess.PIPE, env={"TMPDIR": str(data), **_environment()}
    ) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        assert "java" in psutil.Process(pid).name()
        owner.kill()
    assert is_gone(pid, 10)
    deadline = time.monotonic() + 5
    while list(data.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not list(data.iterdir())


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "TMPDIR"}


def test_a_login_with_a_properties_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.properties", tmp_path / "bad.properties"
    good.write_text(SASL_CLIENT % "alice-secret")
    bad.write_text(SASL_CLIENT % "wrong")
    with ManagedBroker.start(log_dir=tmp_path, properties=SASL_BROKER) as broker:
        transport = KafkaTransport(broker.bootstrap_servers, ClientSettings.read(good))
        topic = transport.create_topic("in", partitions=1, stamp=Stamp.INTENDED)
        writer = topic.writer()
        writer.send(0, b"hello", 1)
        writer.close()
        reader = topic.reader()
        assert [record.value for record in reader.poll(10)] == [b"hello"]
        reader.close()
        stranger = KafkaTransport(broker.bootstrap_servers, ClientSettings.read(bad))
        with pytest.raises(MachineError, match="uthentication") as caught:
            stranger.create_topic("other", partitions=1, stamp=Stamp.INTENDED)
        assert "wrong" not in str(caught.value)


def test_a_broker_that_dies_is_noticed_by_its_readers(tmp_path: Path) -> None:
    with ManagedBroker.start(log_dir=tmp_path) as broker:
        reader = KafkaTransport(broker.bootstrap_servers).create_topic("in", partitions=1, stamp=Stamp.INTENDED).reader()
        assert reader.poll(0) == []
        os.kill(broker.pid, signal.SIGKILL)
        assert is_gone(broker.pid, 5)
        with pytest.raises(MachineError, match="topic in could not be reached"):
            poll_for(20, reader)
        reader.close()


def test_a_port_that_is_taken_is_given_up_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((ports.LOOPBACK, 0)) as rival:
        taken = rival.getsockname()[1]
        answers = [[taken, *ports.free_ports(2)], ports.free_ports(3)]
        monkeypatch.setattr(broker_module, "free_ports", lambda _: answers.pop(0))
        with ManagedBroker.start(log_dir=tmp_path) as broker:
            assert not broker.bootstrap_servers.endswith(f":{taken}")


def test_a_broker_that_does_not_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="did not start") as caught:
        ManagedBroker.start(log_dir=tmp_path, properties={"log.retention.ms": "soon"})
    assert "soon" in caught.value.what
    assert caught.value.where == str(tmp_path / "kafka-broker.log")
