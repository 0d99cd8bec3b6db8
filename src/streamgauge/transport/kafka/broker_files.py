"""What the managed broker finds on disk when it starts: its properties, and a data folder that counts as formatted.

Three listeners: CLIENT is for everybody (tests put security on it), INTERNAL is the broker's own and tells us when it is
ready without a login, CONTROLLER is the quorum of one.
"""

import base64
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from streamgauge.host.ports import LOOPBACK

_FOREVER = "9223372036854775807"


class Ports(NamedTuple):
    """One port per listener."""

    client: int
    internal: int
    controller: int


def write_broker_files(folder: Path, ports: Ports, extra: Mapping[str, str]) -> Path:
    """Prepare `folder`; the path of the properties file. `extra` properties override ours."""
    data = folder / "data"
    _format(data)
    properties_file = folder / "server.properties"
    properties_file.write_text(_text({**_properties(data, ports), **extra}), encoding="utf-8")
    return properties_file


def _properties(data: Path, ports: Ports) -> dict[str, str]:
    return {
        "process.roles": "broker,controller",
        "node.id": "1",
        "controller.quorum.voters": f"1@{LOOPBACK}:{ports.controller}",
        "listeners": ",".join(f"{name.upper()}://{LOOPBACK}:{port}" for name, port in ports._asdict().items()),
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
    """What `StorageTool format` leaves behind, as far as a new quorum of one needs it; saves starting a JVM for it.

    Without its other file the broker starts at its newest metadata version, which is what we want.
    """
    data.mkdir()
    lines = ["version=1", f"cluster.id={_kafka_uuid()}", "node.id=1", f"directory.id={_kafka_uuid()}"]
    (data / "meta.properties").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _kafka_uuid() -> str:
    return base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")


def _text(properties: Mapping[str, str]) -> str:
    escaped = {name: value.replace("\\", "\\\\") for name, value in properties.items()}
    return "".join(f"{name}={value}\n" for name, value in escaped.items())
