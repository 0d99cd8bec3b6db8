"""Options that several verbs share."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from streamgauge.errors import RequestError
from streamgauge.experiments.plans import Limits, TransportPlan, WorkloadPlan

Json = Annotated[bool, Parameter(negative="")]


@Parameter(name="*")
@dataclass(frozen=True)
class WorkloadOptions:
    """Which variant of the workload."""

    seed: int = 1
    "Seed of the stream."
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="", consume_multiple=False)] = ()
    "A property of the workload, as name=value; may be given several times."

    def plan(self, name: str) -> WorkloadPlan:
        return WorkloadPlan(name, pairs(self.set_, "--set"), self.seed)


@Parameter(name="*")
@dataclass(frozen=True)
class TransportOptions:
    """How records get in and out."""

    transport: str = "kafka"
    "kafka or files."
    bootstrap_servers: str | None = None
    "Your own Kafka; without it a broker is started for this command and stopped after it."
    client_settings: Path | None = None
    "A properties file with settings for clients of your Kafka, security among them."
    partitions: int = 2
    "Partitions of the input and of the output."

    def plan(self) -> TransportPlan:
        settings = str(self.client_settings) if self.client_settings else None
        return TransportPlan(self.transport, self.bootstrap_servers, settings, self.partitions)


@Parameter(name="*")
@dataclass(frozen=True)
class EngineOptions:
    """Settings of the engine."""

    master: str | None = None
    "Spark's master URL."
    spark_conf: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = ()
    "A Spark setting, as key=value; may be given several times."
    option: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = ()
    "A setting of the engine, as name=value (`streamgauge list engines` names them); may be given several times."

    def for_engine(self, name: str) -> dict[str, Any]:
        """What was given, read as the types of the engine's own options."""
        from streamgauge.engines import load_engine

        defaults = {option.name: option.default for option in load_engine(name).options}
        values: dict[str, Any] = {
            key: _typed(key, text, defaults.get(key)) for key, text in pairs(self.option, "--option").items()
        }
        if self.master is not None:
            values["master"] = self.master
        if self.spark_conf:
            values["spark_conf"] = pairs(self.spark_conf, "--spark-conf")
        return values


@Parameter(name="*")
@dataclass(frozen=True)
class LimitOptions:
    """When to give up."""

    quiet: float = 5.0
    "Seconds without news after which an answer is taken for complete, once all input is consumed."
    limit: float = 120.0
    "Seconds after which an engine that has not finished is given up."

    def plan(self) -> Limits:
        return Limits(self.quiet, self.limit)


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """`name=value` texts as a dict."""
    values: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise RequestError(f"{text!r} is not name=value", where=option, fix=f"{option} name=value")
        values[name] = value
    return values


def positive(value: int, option: str) -> int:
    if value < 1:
        raise RequestError(f"{value} is not a positive number", where=option, fix=f"{option} 1000")
    return value


def _typed(name: str, text: str, default: Any) -> Any:
    if not isinstance(default, (int, float)):
        return text
    try:
        return type(default)(text)
    except ValueError:
        raise RequestError(f"{text!r} is not a number", where=f"--option {name}", fix=f"--option {name}={default}") from None
