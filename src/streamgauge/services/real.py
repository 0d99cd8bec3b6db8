"""Real services: Azure Storage by connection string, an MQTT broker by URL; ours on loopback, or the user's own.

What is the user's own comes from the environment, and is written nowhere.
"""

import json
import os
import re
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from streamgauge.errors import RequestError

if TYPE_CHECKING:
    from streamgauge.services.azure import AzureBlobs, AzureTable
    from streamgauge.services.mqtt import MqttInbox, MqttPublisher

STORAGE, MQTT, PATIENCE = "STREAMGAUGE_STORAGE", "STREAMGAUGE_MQTT", "STREAMGAUGE_PATIENCE"
_PATIENCE_S = 30.0
_FILE = "services.json"


def patience_by_environment() -> float:
    """For how long a service that is down is tried again."""
    text = os.environ.get(PATIENCE, "")
    if text and not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise RequestError(f"{text!r} is no number of seconds", where=PATIENCE, fix=f"{PATIENCE}=60")
    return float(text) if text else _PATIENCE_S


@dataclass(frozen=True, slots=True)
class Real:
    """The services of one trial; everything it makes there has a name that begins with its own."""

    storage: str = field(repr=False)
    mqtt: str = field(repr=False)
    patience_s: float = field(default_factory=patience_by_environment)
    name: str = field(default_factory=lambda: f"streamgauge{uuid.uuid4().hex[:12]}")

    def save(self, folder: Path) -> None:
        """Tell other processes where the services are; what the environment says they know themselves."""
        given = {name: None if os.environ.get(name) else value for name, value in ((STORAGE, self.storage), (MQTT, self.mqtt))}
        (folder / _FILE).write_text(json.dumps(given | {"name": self.name}))

    @classmethod
    def read(cls, folder: Path) -> Self:
        told = json.loads((folder / _FILE).read_text())
        storage, mqtt = (told[name] if told[name] is not None else os.environ[name] for name in (STORAGE, MQTT))
        return cls(storage, mqtt, name=told["name"])

    def place(self, service: str) -> str:
        return _without_secrets(self.mqtt if service.startswith("mqtt") else self.storage)

    def blobs(self, step: str) -> "AzureBlobs":
        from streamgauge.services.azure import AzureBlobs

        return AzureBlobs(self.storage, self.name, step)

    def table(self, step: str) -> "AzureTable":
        from streamgauge.services.azure import AzureTable

        return AzureTable(self.storage, self.name, step)

    def rows(self, step: str) -> "AzureTable":
        return self.table(step)

    def publisher(self, step: str) -> "MqttPublisher":
        from streamgauge.services.mqtt import MqttPublisher

        return MqttPublisher(self.mqtt, f"{self.name}/{step}")

    def inbox(self, step: str) -> "MqttInbox":
        from streamgauge.services.mqtt import MqttInbox

        return MqttInbox(self.mqtt, f"{self.name}/{step}")


def _without_secrets(address: str) -> str:
    """What of an address may be shown: no keys, no passwords."""
    if "://" in address and ";" not in address:
        url = urlsplit(address)
        return f"{url.scheme}://{url.hostname}:{url.port}" if url.port else f"{url.scheme}://{url.hostname}"
    parts = dict(part.partition("=")[::2] for part in address.split(";") if part)
    return parts.get("BlobEndpoint") or f"storage account {parts.get('AccountName', 'without a name')}"
