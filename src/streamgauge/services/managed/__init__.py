"""Real services that are started here for a trial, where the environment names none of the user's own."""

import os
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from streamgauge.services.patience import ServiceDownError, patiently
from streamgauge.services.real import MQTT, STORAGE, Real

if TYPE_CHECKING:
    from streamgauge.services.azure import AzureBlobs, AzureTable


@contextmanager
def real_services(services: Collection[str], folder: Path, logs: Path) -> Iterator[Real]:
    """The services of these kinds, open; what they were given is removed afterwards."""
    from streamgauge.services.managed.azurite import Azurite
    from streamgauge.services.managed.broker import MqttBroker

    storage, mqtt = os.environ.get(STORAGE, ""), os.environ.get(MQTT, "")
    uses_blobs, uses_table = (any(each.startswith(kind) for each in services) for kind in ("blob-", "table-"))
    with ExitStack() as running:
        if not storage and (uses_blobs or uses_table):
            storage = running.enter_context(Azurite.start(folder / "azurite", logs)).connection_string
        if not mqtt and "mqtt-publish" in services:
            mqtt = running.enter_context(MqttBroker.start(folder / "mqtt", logs)).url
        real = Real(storage, mqtt)
        for make, is_used in ((real.blobs, uses_blobs), (real.table, uses_table)):
            if is_used:
                made = make("")
                patience_s = real.patience_s if os.environ.get(STORAGE) else 0.0  # ours is thrown away with its folder
                running.callback(_removed, made, patience_s, real.place("storage"))
                patiently(made.prepare, real.patience_s, service="storage", where=real.place("storage"))
        yield real


def _removed(made: "AzureBlobs | AzureTable", patience_s: float, where: str) -> None:
    """Remove what the trial has made in the account, if that is to be reached."""
    try:
        with suppress(ServiceDownError):
            patiently(made.remove, patience_s, service="storage", where=where)
    finally:
        made.close()
