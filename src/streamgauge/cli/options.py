"""Options that several verbs share."""

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from streamgauge.errors import RequestError
from streamgauge.experiments.plans import DEFAULT_SEED, Limits, TransportPlan, WorkloadPlan
from streamgauge.flow.flaws import nearest

_TRUTHS = {"true": True, "false": False}

Json = Annotated[bool, Parameter(negative="")]


@Parameter(name="*")
@dataclass(frozen=True)
class WorkloadOptions:
    """Which variant of the workload."""

    seed: int | None = None
    "Seed of the stream; 1 if nothing is said."
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="", consume_multiple=False)] = ()
    "A property of the workload, as name=value; may be given several times."

    def data(self, name: str) -> dict[str, Any]:
        """The same as the table of a plan."""
        return {"name": name, "seed": self._seed, "set": pairs(self.set_, "--set")}

    def plan(self, name: str, input_file: Path | None = None) -> WorkloadPlan:
        return WorkloadPlan(name, pairs(self.set_, "--set"), self._seed, str(input_file) if input_file else None)

    @property
    def _seed(self) -> int:
        return DEFAULT_SEED if self.seed is None else self.seed


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
    flink_conf: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = ()
    "A Flink setting, as key=value; may be given several times."
    option: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = ()
    "A setting of the engine, as name=value (`streamgauge list engines` names them); may be given several times."

    def for_engine(self, name: str) -> dict[str, Any]:
        """What was given, read as the types of the engine's own options."""
        return self.for_engines([name])[name]

    def for_engines(self, names: Sequence[str]) -> dict[str, dict[str, Any]]:
        """For each engine what it knows of what was given; what none of them knows is refused."""
        from streamgauge.engines import load_engine

        defaults = {name: {option.name: option.default for option in load_engine(name).options} for name in names}
        for name in names:
            if names.count(name) > 1:
                raise RequestError(f"engine {name} is given twice", where="--engine", fix=f"give {name} once")
        texts = pairs(self.option, "--option")
        own = {
            "master": self.master,
            "spark_conf": pairs(self.spark_conf, "--spark-conf"),
            "flink_conf": pairs(self.flink_conf, "--flink-conf"),
        }
        given = {key: value for key, value in own.items() if value}
        for key in [*texts, *given]:
            _require_known(key, defaults)
        return {
            name: {key: _typed(key, text, known[key]) for key, text in texts.items() if key in known}
            | {key: value for key, value in given.items() if key in known}
            for name, known in defaults.items()
        }


@Parameter(name="*")
@dataclass(frozen=True)
class LimitOptions:
    """When to give up."""

    quiet: float = 5.0
    "Seconds without news after which an answer is taken for complete, once all input is consumed."
    limit: float = 120.0
    "Seconds after which an engine that has not finished is given up."

    def plan(self) -> Limits:
        if not (self.quiet >= 0 and self.limit > 0):
            raise RequestError("there is no time to wait for", where="--quiet, --limit", fix="--quiet 5 --limit 120")
        return Limits(self.quiet, self.limit)


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """`name=value` texts as a dict."""
    values: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise RequestError(f"{text!r} is not name=value", where=option, fix=f"{option} name=value")
        if name in values:
            raise RequestError(f"{name} is given twice", where=option, fix=f"give {name} once")
        values[name] = value
    return values


def positive(value: int, option: str) -> int:
    if value < 1:
        raise RequestError(f"{value} is not a positive number", where=option, fix=f"{option} 1000")
    return value


def file_to_write(path: Path, option: str) -> Path:
    """Refuse a file that cannot be made, before the work that would fill it."""
    if path.is_dir() or not path.name:
        raise RequestError(f"{str(path)!r} is a folder", where=option, fix=f"{option} FILE")
    if not os.access(path.parent, os.W_OK):
        raise RequestError("the file cannot be written: its folder is missing or closed", where=str(path), fix=f"{option} FILE")
    return path


def _require_known(key: str, engines: Mapping[str, Mapping[str, Any]]) -> None:
    if not any(key in known for known in engines.values()):
        known = dict.fromkeys(name for options in engines.values() for name in options)
        words = f"engine {next(iter(engines))} has" if len(engines) == 1 else "none of the engines has"
        option = "an option" if len(engines) > 1 else "no option"
        raise RequestError(f"{words} {option} {key!r}", where="--option", fix=nearest(key, known))


def _typed(name: str, text: str, default: Any) -> Any:
    """The text as a value of the default's type; numbers are finite and never negative."""
    if isinstance(default, dict):
        option = f"--{name.replace('_', '-')}"
        raise RequestError(f"{name} is given by an option of its own", where=f"--option {name}", fix=f"{option} key=value")
    if isinstance(default, bool):
        if text not in _TRUTHS:
            raise RequestError(f"{text!r} is neither true nor false", where=f"--option {name}", fix=f"--option {name}=false")
        return _TRUTHS[text]
    if not isinstance(default, (int, float)):
        return text
    try:
        value = type(default)(text)
    except ValueError:
        value = -1
    if not 0 <= value < math.inf:
        raise RequestError(f"{text!r} is not a number it can take", where=f"--option {name}", fix=f"--option {name}={default}")
    return value
