"""The managed broker: a local single-node Kafka, started for a run and gone after it, whatever happens.

It runs in KRaft mode from its pinned jars, on free loopback ports, with its data in a temporary folder. Nothing it holds
is needed afterwards, so it is killed rather than asked to shut down, and the guard process removes the folder even if we
are killed. Three listeners: CLIENT is for everybody (tests put security on it), INTERNAL is the broker's own and tells us
when it is ready without a login, CONTROLLER is the quorum of one.
"""

import base64
import os
import tempfile
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from streamgauge.errors import MachineError
from streamgauge.host import jars
from streamgauge.host.java import require_java
from streamgauge.host.ports import LOOPBACK, free_ports, is_listening
from streamgauge.host.processes import GuardedProcess

_JVM_FLAGS = (
    "-Xms256m",
    "-Xmx512m",
    "-XX:+UseG1GC",
    "-XX:MaxGCPauseMillis=20",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-UsePerfData",
    "-Djava.awt.headless=true",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
)

_FOREVER = "9223372036854775807"
_START_TIMEOUT_S = 60.0
_START_PAUSE_S = 0.05
_TRIES = 3


class ManagedBroker:
    """A running broker.

    with ManagedBroker.start(log_dir=run_folder) as broker:
        KafkaTransport(broker.bootstrap_servers).create_topic(...)
    """

    def __init__(self, process: GuardedProcess, client_port: int) -> None:
        self._process = process
        self.bootstrap_servers = f"{LOOPBACK}:{client_port}"

    @classmethod
    def start(
        cls,
        *,
        log_dir: Path,
        properties: Mapping[str, str] | None = None,
        on_progress: jars.Progress = lambda _: None,
    ) -> Self:
        """Fetch the jars if need be, start, and return when topics can be made. `properties` override the broker's own."""
        classpath = os.pathsep.join(map(str, jars.fetch("kafka-broker", on_progress)))
        log_dir.mkdir(parents=True, exist_ok=True)
        log_path = log_dir / "kafka-broker.log"
        for _ in range(_TRIES):
            ports = _Ports()
            process = _launch(classpath, ports, properties or {}, log_path)
            try:
                if _wait_until_ready(process, ports):
                    return cls(process, ports.client)
            except BaseException:
                process.stop(grace_s=0)
                raise
            process.stop(grace_s=0)
            if "Address already in use" not in process.log_tail(200):
                break
        raise _did_not_start(process)

    @property
    def pid(self) -> int:
        """The process id of its JVM."""
        return self._process.pid

    @property
    def log_path(self) -> Path:
        return self._process.log_path

    def poll(self) -> int | None:
        """None while it runs, else its exit code."""
        return self._process.poll()

    def stop(self) -> None:
        """End it and remove its data. Twice is harmless."""
        self._process.stop(grace_s=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


class _Ports:
    def __init__(self) -> None:
        self.client, self.internal, self.controller = free_ports(3)


def _launch(classpath: str, ports: _Ports, extra: Mapping[str, str], log_path: Path) -> GuardedProcess:
    folder = Path(tempfile.mkdtemp(prefix="streamgauge-kafka-"))
    _format(folder / "data")
    properties_file = folder / "server.properties"
    properties_file.write_text(_properties_text({**_server_properties(folder / "data", ports), **extra}), encoding="utf-8")
    command = [str(require_java().executable), *_JVM_FLAGS, "-cp", classpath, "kafka.Kafka", str(properties_file)]
    return GuardedProcess.start(command, log_path=log_path, cwd=folder, remove_after=folder)


def _server_properties(data: Path, ports: _Ports) -> dict[str, str]:
    return {
        "process.roles": "broker,controller",
        "node.id": "1",
        "controller.quorum.voters": f"1@{LOOPBACK}:{ports.controller}",
        "listeners": ",".join(
            f"{name}://{LOOPBACK}:{port}"
            for name, port in (
                ("CLIENT", ports.client),
                ("INTERNAL", ports.internal),
                ("CONTROLLER", ports.controller),
            )
        ),
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "inter.broker.listener.name": "INTERNAL",
        "controller.listener.names": "CONTROLLER",
        "log.dirs": str(data),
        "auto.create.topics.enable": "false",
        "default.replication.factor": "1",
        "offsets.topic.replication.factor": "1",
        "offsets.topic.num.partitions": "1",
        "transaction.state.log.replication.factor": "1",
        "transaction.state.log.min.isr": "1",
        "transaction.state.log.num.partitions": "1",
        "share.coordinator.state.topic.replication.factor": "1",
        "share.coordinator.state.topic.min.isr": "1",
        "group.initial.rebalance.delay.ms": "0",
        # Records may carry any time, past or future, and stay until their topic is deleted; then their space is freed soon.
        "log.message.timestamp.before.max.ms": _FOREVER,
        "log.message.timestamp.after.max.ms": _FOREVER,
        "log.retention.ms": "-1",
        "log.segment.delete.delay.ms": "1000",
        # Only the internal topics are compacted; the default buffer would take a quarter of the heap.
        "log.cleaner.dedupe.buffer.size": str(2 * 1024 * 1024),
    }


def _format(data: Path) -> None:
    """What `StorageTool format` leaves behind, as far as a new quorum of one needs it; saves starting a JVM for it."""
    data.mkdir()
    lines = ["version=1", f"cluster.id={_kafka_uuid()}", "node.id=1", f"directory.id={_kafka_uuid()}"]
    (data / "meta.properties").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _kafka_uuid() -> str:
    return base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")


def _properties_text(values: Mapping[str, str]) -> str:
    return "".join(f"{name}={value.replace(chr(92), chr(92) * 2)}\n" for name, value in values.items())


def _wait_until_ready(process: GuardedProcess, ports: _Ports) -> bool:
    """Whether the broker answers; False if it died."""
    deadline = time.monotonic() + _START_TIMEOUT_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            return False
        if is_listening(ports.internal) and is_listening(ports.client) and _answers(ports.internal):
            return True
        time.sleep(_START_PAUSE_S)
    process.stop(grace_s=0)
    return False


def _answers(port: int) -> bool:
    """Whether the broker knows itself as a member of its cluster."""
    from confluent_kafka import KafkaException
    from confluent_kafka.admin import AdminClient

    client = AdminClient({"bootstrap.servers": f"{LOOPBACK}:{port}", "log_level": 0})
    try:
        return bool(client.list_topics(timeout=2).brokers)
    except KafkaException:
        return False


def _did_not_start(process: GuardedProcess) -> MachineError:
    return MachineError(
        f"the local Kafka broker did not start; its log ends:\n{process.log_tail(12)}",
        where=str(process.log_path),
        fix="free memory or disk if the log says so, or use your own cluster with --bootstrap-servers",
    )
