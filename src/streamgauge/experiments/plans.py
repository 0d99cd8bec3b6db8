"""The parts that the plans of experiments are made of. A plan is plain data: it is written into the run folder as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from streamgauge.streams.record_file import RecordFile
from streamgauge.workloads import load_workload
from streamgauge.workloads.base import ConfiguredWorkload


@dataclass(frozen=True, slots=True)
class WorkloadPlan:
    """Which workload, with which properties, from which seed; on the records of a file, if there is one, and not its own."""

    name: str
    properties: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    input: str | None = None

    def configured(self) -> ConfiguredWorkload:
        configured = load_workload(self.name).configured(self.properties, self.seed)
        return configured if self.input is None else replace(configured, stream=RecordFile(Path(self.input)))


@dataclass(frozen=True, slots=True)
class TransportPlan:
    """How records enter and leave the engine."""

    kind: str = "kafka"
    bootstrap_servers: str | None = None
    client_settings: str | None = None
    partitions: int = 2


@dataclass(frozen=True, slots=True)
class EnginePlan:
    """Which engine, with which settings."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a trial is over: all input consumed and the answer complete, or nothing new for `quiet_s`; or too late."""

    quiet_s: float = 5.0
    limit_s: float = 120.0
