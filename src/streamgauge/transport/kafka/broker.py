"""The managed broker: a local single-node Kafka, started for a run and gone after it, whatever happens.

It runs in KRaft mode from its pinned jars, on free loopback ports, with its data in a temporary folder. Nothing it holds
is needed afterwards, so it is killed rather than asked to shut down, and the guard process removes the folder even if we
are killed.
"""

import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from streamgauge.errors import MachineError
from streamgauge.host import jars
from streamgauge.host.java import require_java
from streamgauge.host.leftovers import remove
from streamgauge.host.ports import LOOPBACK, free_ports, is_listening
from streamgauge.host.processes import GuardedProcess
from streamgauge.transport.kafka.broker_files import Ports, write_broker_files

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

_START_TIMEOUT_S = 60.0
_START_PAUSE_S = 0.05
_TRIES = 3


class ManagedBroker:
    """A running broker.

    with ManagedBroker.start(log_dir=run_folder) as broker:
        KafkaTransport(broker.bootstrap_servers).create_topic(...)
    """

    def __init__(self, process: GuardedProcess, client_port: int) -> None:
        self._process, self._client_port = process, client_port
        self.bootstrap_servers = f"{LOOPBACK}:{client_port}"

    @classmethod
    def start(
        cls,
        *,
        log_dir: Path,
        properties: Mapping[str, str] | None = None,
        on_progress: jars.Progress = lambda _: None,
    ) -> Self:
        """Fetch the jars if need be, start, and return when topics can be made.

        `properties` override the broker's own; its log, `kafka-broker.log` in `log_dir`, begins anew.
        """
        classpath = os.pathsep.join(map(str, jars.fetch("kafka-broker", on_progress)))
        launcher = [str(require_java().executable), *_JVM_FLAGS, "-cp", classpath, "kafka.Kafka"]
        log_dir.mkdir(parents=True, exist_ok=True)
        log_path = log_dir / "kafka-broker.log"
        for _ in range(_TRIES):
            ports = Ports(*free_ports(3))
            process = _launch(launcher, ports, properties or {}, log_path)
            try:
                if _wait_until_ready(process, ports):
                    return cls(process, ports.client)
            except BaseException:
                process.stop(grace_s=0)
                raise
            process.stop(grace_s=0)
            if not _lost_a_port(process):
                break
        raise _failed("the local Kafka broker did not start", process)

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

    def has_ended(self) -> bool:
        """Has it ended by itself? Its guard tells us only when its data are removed: nobody listens any more before that."""
        return self.poll() is not None or not is_listening(self._client_port)

    def ended(self) -> MachineError:
        """The error that it has ended by itself."""
        return _failed("the local Kafka broker has ended by itself", self._process)

    def stop(self) -> None:
        """End it and remove its data. Twice is harmless."""
        from streamgauge.transport.kafka.admin import forget

        forget(self.bootstrap_servers)
        self._process.stop(grace_s=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def _launch(launcher: list[str], ports: Ports, extra: Mapping[str, str], log_path: Path) -> GuardedProcess:
    log_path.unlink(missing_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="streamgauge-kafka-"))
    try:
        properties_file = write_broker_files(folder, ports, extra)
        return GuardedProcess.start([*launcher, str(properties_file)], log_path=log_path, cwd=folder, remove_after=folder)
    except BaseException:
        remove(folder)
        raise


def _wait_until_ready(process: GuardedProcess, ports: Ports) -> bool:
    """Whether the broker answers; False if it died, or soon will."""
    deadline = time.monotonic() + _START_TIMEOUT_S
    while time.monotonic() < deadline:
        if process.poll() is not None or _lost_a_port(process):
            return False
        if is_listening(ports.internal) and is_listening(ports.client) and _answers(ports.internal):
            return True
        time.sleep(_START_PAUSE_S)
    process.stop(grace_s=0)
    return False


def _lost_a_port(process: GuardedProcess) -> bool:
    """Whether somebody took a port between our look and the broker's start."""
    return "Address already in use" in process.log_tail(200)


def _answers(port: int) -> bool:
    """Whether the broker knows itself as a member of its cluster."""
    from confluent_kafka import KafkaException
    from confluent_kafka.admin import AdminClient

    client = AdminClient({"bootstrap.servers": f"{LOOPBACK}:{port}", "log_level": 0})
    try:
        return bool(client.list_topics(timeout=2).brokers)
    except KafkaException:
        return False


def _failed(what: str, process: GuardedProcess) -> MachineError:
    said = [line for line in process.log_tail(100).splitlines() if not line.startswith("\tat ")]
    return MachineError(
        "\n".join([f"{what}; its log ends:", *said[-8:]]),
        where=str(process.log_path),
        fix="free memory or disk if the log says so, or use your own cluster with --bootstrap-servers",
    )
