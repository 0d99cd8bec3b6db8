"""What the child is told to run: a flow, the topics it runs between, and how."""

from dataclasses import asdict, dataclass, field
from typing import Any

from streamgauge.engines.recovery import MadeFor
from streamgauge.flow import Flow
from streamgauge.flow.json_form import from_json, to_json
from streamgauge.transport.kafka.settings import ClientSettings, Setting


@dataclass(frozen=True, slots=True)
class KafkaAddress:
    """A topic, as a client finds it."""

    topic: str = ""
    partitions: int = 1
    bootstrap_servers: str = ""
    settings: ClientSettings = field(default_factory=ClientSettings)


@dataclass(frozen=True, slots=True)
class Program:
    """A flow between two topics. State is saved in `recovery` every `epoch_s` seconds; what need not stay is in `work`."""

    flow: Flow
    input: KafkaAddress
    output: KafkaAddress
    workers: int
    epoch_s: float
    recovery: str
    work: str

    @property
    def made_for(self) -> MadeFor:
        """What its snapshots depend on."""
        return MadeFor.of(self.flow, self.input.topic, self.workers)

    def to_data(self) -> dict[str, Any]:
        """In the types of JSON."""
        others = {name: getattr(self, name) for name in ("workers", "epoch_s", "recovery", "work")}
        return {"flow": to_json(self.flow), "input": asdict(self.input), "output": asdict(self.output), **others}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Program":
        flow = from_json(data["flow"])
        return cls(**(data | {"flow": flow, "input": _address(data["input"]), "output": _address(data["output"])}))


def _address(data: dict[str, Any]) -> KafkaAddress:
    entries = tuple(Setting(**entry) for entry in data["settings"]["entries"])
    return KafkaAddress(**(data | {"settings": ClientSettings(entries)}))
