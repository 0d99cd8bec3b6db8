"""Bytewax: Timely Dataflow under Python, in processes and an environment of its own."""

import itertools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.engines.base import Option, Place
from streamgauge.engines.bytewax.program import KafkaAddress, Program
from streamgauge.engines.bytewax.support import SUPPORT
from streamgauge.engines.child import ChildSession
from streamgauge.engines.recovery import require_own
from streamgauge.engines.support import SupportTable
from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.flow.flaws import nearest
from streamgauge.host.environments import Environment, python_of
from streamgauge.transport.base import Topic
from streamgauge.transport.kafka.topic import KafkaTopic

_HERE = Path(__file__).parent

_ENVIRONMENT = Environment("bytewax", (_HERE / "environment.txt",), "225 MB", ("3.11", "3.12"))

_OPTIONS = (
    Option("workers", 1, "processes that share the work; keys are spread over them"),
    Option("epoch_interval", 10.0, "seconds between two snapshots of the state; not the latency"),
    Option("recovery", "", "folder of the snapshots; a flow goes on from those of its topic. By default each gets a new one"),
)


@dataclass(frozen=True, slots=True)
class BytewaxEngine:
    """Bytewax with its recovery on."""

    name: str = "bytewax"
    paradigm: str = "record at a time"
    summary: str = "Bytewax: Timely Dataflow under Python"
    support: SupportTable = SUPPORT
    options: tuple[Option, ...] = _OPTIONS
    jar_groups: tuple[str, ...] = ()
    environment: Environment = _ENVIRONMENT

    def open(self, options: Mapping[str, Any], place: Place) -> ChildSession:
        settings = self._with_defaults(options)
        numbers = itertools.count(1)

        def program(flow: Flow, input_topic: Topic | None, output_topic: Topic | None) -> dict[str, Any]:
            made = Program(
                flow,
                _address(input_topic),
                _address(output_topic),
                workers=settings["workers"],
                epoch_s=settings["epoch_interval"],
                recovery=str(_root(settings, place, next(numbers)) / (input_topic.name if input_topic else "")),
                work=str(place.work),
            )
            if input_topic is not None:
                require_own(Path(made.recovery), made.made_for)
            return made.to_data()

        command = [str(python_of(self.environment)), str(_HERE / "entry.py"), "child"]
        # Groups of keys are chosen by hashes, which must be the same in all workers, and in those that go on later.
        return ChildSession(command, place, self.name, program, env=os.environ | {"PYTHONHASHSEED": "0"})

    def _with_defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = {option.name: option.default for option in self.options}
        for name in options.keys() - known.keys():
            raise RequestError(f"engine {self.name} has no option {name!r}", where="--option", fix=nearest(name, known))
        chosen = known | dict(options)
        if chosen["workers"] < 1:
            raise RequestError(f"{chosen['workers']} workers do no work", where="--option workers", fix="1 or more")
        if chosen["epoch_interval"] <= 0:
            raise RequestError(
                f"snapshots cannot be {chosen['epoch_interval']} s apart", where="--option epoch_interval", fix="seconds above 0"
            )
        return chosen


ENGINE = BytewaxEngine()


def _root(settings: Mapping[str, Any], place: Place, number: int) -> Path:
    return Path(settings["recovery"]).absolute() if settings["recovery"] else place.work / f"recovery-{number}"


def _address(topic: Topic | None) -> KafkaAddress:
    match topic:
        case None:
            return KafkaAddress()
        case KafkaTopic():
            return KafkaAddress(topic.name, topic.partitions, topic.bootstrap_servers, topic.settings)
    raise TypeError(f"Bytewax cannot reach {type(topic).__name__}")
