"""What is told, and what is written, of real services: no secret."""

from pathlib import Path

import pytest

from streamgauge.errors import RequestError
from streamgauge.services.providers import provider_at
from streamgauge.services.real import MQTT, PATIENCE, STORAGE, Real, patience_by_environment

CLOUD = "DefaultEndpointsProtocol=https;AccountName=mine;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"
LOCAL = "AccountName=dev;AccountKey=c2VjcmV0;BlobEndpoint=http://127.0.0.1:10000/dev;"


def test_addresses_are_told_without_secrets() -> None:
    assert Real(CLOUD, "mqtts://me:secret@host:8883/x").place("mqtt-publish") == "mqtts://host:8883"
    assert Real(CLOUD, "mqtt://host").place("mqtt-publish") == "mqtt://host"
    assert Real(CLOUD, "").place("blob-upload") == "storage account mine"
    assert Real(LOCAL, "").place("table-query") == "http://127.0.0.1:10000/dev"
    assert "c2VjcmV0" not in repr(Real(CLOUD, "mqtt://me:secret@host"))
    assert "secret" not in repr(Real("", "mqtt://me:secret@host"))


def test_what_the_environment_says_is_written_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STORAGE, CLOUD)
    monkeypatch.delenv(MQTT, raising=False)
    real = Real(CLOUD, "mqtt://127.0.0.1:1883", name="streamgauge1")
    real.save(tmp_path)
    assert "c2VjcmV0" not in "".join(path.read_text() for path in tmp_path.iterdir())
    assert provider_at(f"real:{tmp_path}") == real


def test_a_service_that_nobody_has_opened() -> None:
    assert provider_at("embedded") is None
    assert provider_at("real") is None


def test_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE, "2.5")
    assert patience_by_environment() == 2.5
    monkeypatch.setenv(PATIENCE, "soon")
    with pytest.raises(RequestError, match="soon"):
        patience_by_environment()


def test_what_is_no_address_is_refused() -> None:
    pytest.importorskip("azure.storage.blob", reason="azure-storage-blob is not installed: pip install 'streamgauge[iot]'")
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: pip install 'streamgauge[iot]'")
    with pytest.raises(RequestError, match="no connection string"):
        Real("nonsense", "").blobs("step")
    with pytest.raises(RequestError, match="no connection string"):
        Real("nonsense", "").table("step")
    with pytest.raises(RequestError, match="no address"):
        Real("", "http://host").inbox("step")
