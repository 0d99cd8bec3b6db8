"""The parts that the plans of experiments are made of. A plan is plain data: it is written into the run folder as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.objectives import Objective, parse_objective
from streamgauge.streams.record_file import RecordFile
from streamgauge.workloads import load_workload
from streamgauge.workloads.base import ConfiguredWorkload

DEFAULT_SEED = 1


@dataclass(frozen=True, slots=True)
class WorkloadPlan:
    """Which workload, with which properties, from which seed; on the records of a file, if there is one, and not its own."""

    name: str
    properties: Mapping[str, str] = field(default_factory=dict)
    seed: int = DEFAULT_SEED
    input: str | None = None

    def configured(self) -> ConfiguredWorkload:
        workload = load_workload(self.name)
        if self.input is None:
            return workload.configured(self.properties, self.seed)
        records = RecordFile(Path(self.input))
        return replace(workload.configured(self.properties, self.seed, records), stream=records)


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


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What the plans of all experiments have: what runs, where, how often, and what it must show."""

    workload: WorkloadPlan
    engines: tuple[EnginePlan, ...]
    transport: TransportPlan = field(default_factory=TransportPlan)
    limits: Limits = field(default_factory=Limits)
    trials: int = 1
    objectives: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what cannot be measured, before anything is made."""
        if self.trials < 1:
            raise RequestError(f"{self.trials} trials", where="--trials", fix="--trials 5")
        self.judges()

    def judges(self) -> list[Objective]:
        return [parse_objective(text) for text in self.objectives]

    def require_kafka(self) -> None:
        """For what is measured by the broker's clock."""
        if self.transport.kind != "kafka":
            raise RequestError(
                "latency is measured by Kafka's clock", where=f"--transport {self.transport.kind}", fix="leave it out"
            )
