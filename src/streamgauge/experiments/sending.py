"""The sender of an online experiment: `streamgauge generate` in a process of its own, so that no engine can hold it up."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from streamgauge.errors import MachineError
from streamgauge.experiments.plans import TransportPlan, WorkloadPlan
from streamgauge.transport.base import Topic
from streamgauge.transport.kafka.topic import KafkaTopic

_GRACE_S = 60.0


class SenderProcess:
    """A running sender; it dies with us, because it notices when its standard input closes."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        self._log = log
        with log.open("ab") as errors:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

    @classmethod
    def start(
        cls,
        workload: WorkloadPlan,
        topic: Topic,
        transport: TransportPlan,
        *,
        first_event: int,
        events: int,
        rate: str,
        lateness: Path,
        log: Path,
    ) -> "SenderProcess":
        assert isinstance(topic, KafkaTopic)  # noqa: S101 - plans with another transport are refused
        command = [sys.executable, "-m", "streamgauge", "generate", workload.name, "--json", "--stop-with-stdin"]
        command += ["--from", str(first_event), "--events", str(events), "--seed", str(workload.seed), "--rate", rate]
        command += ["--to", f"kafka://{topic.bootstrap_servers}/{topic.name}", "--lateness", str(lateness)]
        for name, value in workload.properties.items():
            command += ["--set", f"{name}={value}"]
        if transport.client_settings:
            command += ["--client-settings", transport.client_settings]
        return cls(command, log)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.is_running:
            self._process.terminate()
        self._process.communicate()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def report(self) -> dict[str, Any]:
        """What the sender says of itself, once it has ended."""
        output, _ = self._process.communicate(timeout=_GRACE_S)
        if self._process.returncode != 0:
            raise self._failed(output)
        report: dict[str, Any] = json.loads(output)
        return report

    def _failed(self, output: bytes) -> MachineError:
        """What the sender said before it failed, if it could still say something."""
        said = json.loads(output)["error"] if output else {}
        what = said.get("what", f"exit code {self._process.returncode}")
        return MachineError(f"the sender failed: {what}", where=f"log {self._log}", fix=said.get("try", "see the log"))
