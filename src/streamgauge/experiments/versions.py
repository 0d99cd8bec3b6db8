"""The versions of what a run measures: of the engines that it uses, and of the broker if it is ours."""

import re
from collections.abc import Iterable
from importlib.metadata import version

from streamgauge.engines import load_engine
from streamgauge.engines.base import Engine
from streamgauge.experiments.plans import TransportPlan
from streamgauge.experiments.surroundings import is_managed
from streamgauge.host import jars
from streamgauge.host.environments import Environment

_SPARK_JARS = "spark-kafka"
_BROKER_JARS, _BROKER_JAR = "kafka-broker", "kafka_"


def versions_of(engines: Iterable[str], transport: TransportPlan) -> dict[str, str]:
    """By package, of the engines of these names and no others; an engine that is part of streamgauge has none of its own."""
    found: dict[str, str] = {}
    for name in engines:
        found |= _of_engine(load_engine(name))
    return found | (_of_broker() if is_managed(transport) else {})


def _of_engine(engine: Engine) -> dict[str, str]:
    if engine.environment is not None:
        return _pinned(engine.environment)
    return {"pyspark": version("pyspark")} if _SPARK_JARS in engine.jar_groups else {}


def _pinned(environment: Environment) -> dict[str, str]:
    """What the locks pin of the package that is called as the environment is, such as apache-flink of flink."""
    package = re.compile(rf"^((?:[\w.-]+-)?{re.escape(environment.name)})==([^\s;]+)", re.MULTILINE)
    return {name: pinned for path in environment.requirements for name, pinned in package.findall(path.read_text("utf-8"))}


def _of_broker() -> dict[str, str]:
    coordinates = [jar.coordinate for jar in jars.pinned(_BROKER_JARS)]
    return {"kafka": next(each.version for each in coordinates if each.module.startswith(_BROKER_JAR))}
