"""The user's own Kafka, with a login: sender, Spark and reader all use the settings of one properties file."""

import json
import subprocess
import sys
from pathlib import Path

from streamgauge.transport.kafka.admin import admin
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.settings import ClientSettings
from tests.transport.test_broker import SASL_BROKER, SASL_CLIENT


def test_latency_is_measured_on_a_cluster_that_asks_for_a_password(tmp_path: Path) -> None:
    settings = tmp_path / "client.properties"
    settings.write_text(SASL_CLIENT % "alice-secret")
    with ManagedBroker.start(log_dir=tmp_path, properties=SASL_BROKER) as broker:
        command = [sys.executable, "-m", "streamgauge", "run", "latency", "grep", "--engine", "spark-microbatch", "--json"]
        command += ["--rate", "200", "--seconds", "3", "--warmup", "2", "--runs", str(tmp_path / "runs")]
        command += ["--bootstrap-servers", broker.bootstrap_servers, "--client-settings", str(settings)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=150, check=False)
        assert ended.returncode == 0, ended.stderr
        assert json.loads(ended.stdout)["engines"][0]["verified"] is True
        assert "alice-secret" not in ended.stdout + ended.stderr
        for kept in (tmp_path / "runs").rglob("*.json*"):
            assert "alice-secret" not in kept.read_text(encoding="utf-8"), kept
        client = admin(broker.bootstrap_servers, ClientSettings.read(settings))
        left = client.ask("topics could not be listed", lambda asked: asked.list_topics(timeout=10).topics)
        assert not [name for name in left if name.startswith("streamgauge-")]
