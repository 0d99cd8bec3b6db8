"""The engine `flink`: flows as Flink SQL, run in a process and an environment of their own."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from streamgauge.engines.base import Option, Place
from streamgauge.engines.child import ChildSession
from streamgauge.engines.flink.checkpoints import consumed_before, newest_checkpoint, recovery_settings
from streamgauge.engines.flink.settings import EACH, MINI_BATCH, flink_settings, parallelism_of
from streamgauge.engines.flink.support import FLINK_SUPPORT
from streamgauge.engines.log4j import log_settings_text
from streamgauge.engines.recovery import MadeFor
from streamgauge.engines.support import SupportTable
from streamgauge.errors import RequestError
from streamgauge.flow import Flow
from streamgauge.flow.flaws import nearest
from streamgauge.host import jars
from streamgauge.host.environments import Environment, python_of
from streamgauge.host.java import require_java
from streamgauge.transport.base import Topic

_HERE = Path(__file__).parent
_SERVING = _HERE.parent / "child" / "serving.py"

ENVIRONMENT = Environment(
    "flink", (_HERE / "environment-build.txt", _HERE / "environment.txt"), "860 MB on disk", ("3.11", "3.12")
)
JARS = "flink-kafka"

# Flow, topics (none to explain it), settings, parallelism.
ProgramMaker: TypeAlias = Callable[[Flow, Topic | None, Topic | None, dict[str, str], int], dict[str, Any]]

_OPTIONS = (
    Option("emission", EACH, f"of updated rows: {EACH!r} writes every update, {MINI_BATCH!r} a key's newest one now and then"),
    Option("mini_batch_ms", 500, "with mini-batch: how long updates are held back at most"),
    Option("mini_batch_records", 50_000, "with mini-batch: how many records are held back at most"),
    Option("checkpoint_interval", 5.0, "seconds between checkpoints; 0 for none"),
    Option("parallelism", 0, "tasks of each operation; 0 for as many as there are cores"),
    Option("buffer_timeout_ms", 5, "how long a buffer between two tasks waits to be filled"),
    Option("recovery", "", "folder of checkpoints that stay; a flow goes on from the newest of its topic. By default none stay"),
    Option("heap", "3g", "heap of Flink's JVM"),
    Option("flink_conf", {}, "further settings of Flink; they win over ours"),
)

# Less than that Flink refuses, or takes for something else without a word: no checkpoints at all, a second for a bundle of rows.
_LEAST = {"mini_batch_ms": 1, "mini_batch_records": 1, "checkpoint_interval": 0.01, "parallelism": 1, "buffer_timeout_ms": 1}
_OR_ZERO = ("checkpoint_interval", "parallelism")  # where 0 means something of its own


@dataclass(frozen=True, slots=True)
class FlinkEngine:
    """Flink's mini cluster, driven by SQL."""

    name: str = "flink"
    paradigm: str = "record at a time"
    summary: str = "Flink, by generated SQL, in a process of its own"
    support: SupportTable = FLINK_SUPPORT
    options: tuple[Option, ...] = _OPTIONS
    jar_groups: tuple[str, ...] = (JARS,)
    environment: Environment = ENVIRONMENT

    def open(self, options: Mapping[str, Any], place: Place) -> ChildSession:
        from streamgauge.engines.flink.program import program_of

        return self.open_with(program_of, options, place)

    def open_with(self, program_of: ProgramMaker, options: Mapping[str, Any], place: Place) -> ChildSession:
        """Open it with programs that come from somewhere else."""
        settled = self._with_defaults(options)
        python = python_of(self.environment)
        require_java()
        ours = place.work / "streamgauge-flink.jar"  # the child makes it
        settings, tasks = flink_settings(settled, [*jars.fetch(JARS), ours], place.work), parallelism_of(settled)

        def program(flow: Flow, input_topic: Topic | None, output_topic: Topic | None) -> dict[str, Any]:
            if not settled["recovery"] or input_topic is None:
                return program_of(flow, input_topic, output_topic, settings, tasks)
            folder = Path(settled["recovery"]).absolute() / input_topic.name
            own = settings | recovery_settings(folder, MadeFor.of(flow, input_topic.name, tasks)) | settled["flink_conf"]
            before = consumed_before(newest_checkpoint(folder), input_topic.name, input_topic.partitions)
            return program_of(flow, input_topic, output_topic, own, tasks) | {"consumed_before": before}

        command = [str(python), "-I", str(_HERE / "child.py"), str(_SERVING), str(_HERE / "java"), str(ours)]
        return ChildSession(command, place, self.name, program, env=_variables(settled, place))

    def _with_defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = {option.name: option.default for option in self.options}
        for name in options.keys() - known.keys():
            raise RequestError(f"engine {self.name} has no option {name!r}", where="--option", fix=nearest(name, known))
        settled = known | dict(options)
        _refuse_too_small(settled)
        if settled["emission"] not in (EACH, MINI_BATCH):
            raise RequestError(
                f"there is no emission {settled['emission']!r}", where="--option emission", fix=f"{EACH} or {MINI_BATCH}"
            )
        if not re.fullmatch(r"[1-9]\d*[kmgKMG]", str(settled["heap"])):
            raise RequestError(f"{settled['heap']!r} is no size of a heap", where="--option heap", fix="--option heap=3g")
        if settled["recovery"] and not settled["checkpoint_interval"]:
            raise RequestError(
                "without checkpoints there is nothing to recover from",
                where="--option checkpoint_interval",
                fix="seconds above 0, or no --option recovery",
            )
        return settled


ENGINE = FlinkEngine()


def _refuse_too_small(settled: Mapping[str, Any]) -> None:
    for name, least in _LEAST.items():
        if settled[name] < least and not (settled[name] == 0 and name in _OR_ZERO):
            or_zero = ", or 0" if name in _OR_ZERO else ""
            raise RequestError(f"{settled[name]} is too small", where=f"--option {name}", fix=f"{least} or more{or_zero}")


def _variables(options: Mapping[str, Any], place: Place) -> dict[str, str]:
    """The child's environment variables: how it starts the JVM, and where that writes its log."""
    log_settings, jvm_arguments = place.work / "log4j2.properties", place.work / "jvm.args"
    log_settings.write_text(log_settings_text(place.logs / "flink-jvm.log"))
    jvm_arguments.write_text(_jvm_arguments(options["heap"], place))
    unwanted = ("FLINK_HOME", "FLINK_CONF_DIR", "FLINK_ENV_JAVA_OPTS", "HADOOP_CLASSPATH", "PYTHONPATH", "PYTHONHOME")
    own = {name: value for name, value in os.environ.items() if name not in unwanted}
    return own | {
        "JVM_ARGS": f"@{jvm_arguments}",
        "LOG4J_PROPERTIES": str(log_settings),
        "FLINK_LOG_DIR": str(place.logs),
        "_python_worker_execution_mode": "process",  # else a server for Python functions is started with every job
    }


def _jvm_arguments(heap: str, place: Place) -> str:
    """A JVM that lacks memory ends at once: it would struggle on until nobody waits for it any more."""
    crash = place.logs / "flink-crash.log"
    return f'-Xmx{heap}\n"-Djava.io.tmpdir={place.work}"\n-XX:+ExitOnOutOfMemoryError\n"-XX:ErrorFile={crash}"\n'
