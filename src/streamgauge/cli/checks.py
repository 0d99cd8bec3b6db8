"""The checks of `doctor`, each a function that looks at one thing and says what it found."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from streamgauge.cli.setup import jar_groups
from streamgauge.engines import engine_names, load_engine
from streamgauge.engines.base import Engine
from streamgauge.errors import StreamgaugeError
from streamgauge.host import environments, jars
from streamgauge.host.cache import cache_dir
from streamgauge.host.facts import machine_facts
from streamgauge.host.java import require_java
from streamgauge.host.ports import free_ports

GIB = 1 << 30
LEAST_MEMORY = 4 * GIB
LEAST_DISK = 2 * GIB
LEAST_FILES = 1024


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, and what to do about it."""

    check: str
    state: Literal["ok", "warning", "problem"]
    fact: str
    fix: str = ""
    where: str = ""


def python(_: Sequence[Finding]) -> Finding:
    fact = f"Python {sys.version.split()[0]}, PySpark {version('pyspark')}, streamgauge {version('streamgauge')}"
    return Finding("python", "ok", fact)


def java(_: Sequence[Finding]) -> Finding:
    try:
        found = require_java()
    except StreamgaugeError as error:
        return _problem("java", error)
    return Finding("java", "ok", f"Java {found.version} at {found.executable}")


def memory(_: Sequence[Finding]) -> Finding:
    size = machine_facts(Path()).memory_bytes
    fact = f"{size / GIB:.1f} GiB"
    if size < LEAST_MEMORY:
        return Finding(
            "memory", "warning", fact, f"{LEAST_MEMORY // GIB} GiB are enough for the broker and one Spark; close something"
        )
    return Finding("memory", "ok", fact)


def cores(_: Sequence[Finding]) -> Finding:
    facts = machine_facts(Path())
    load = facts.load_average[0]
    fact = f"{facts.cores:g} usable, load {load:.1f}"
    if facts.cores < 2:  # noqa: PLR2004
        return Finding("cores", "warning", fact, "sender, broker and engine share one core: expect high latency, use 2 or more")
    if load > facts.cores * 0.5:
        return Finding("cores", "warning", fact, "something else is running; wait until it is done before you measure")
    return Finding("cores", "ok", fact)


def disk(_: Sequence[Finding]) -> Finding:
    for folder in (Path(tempfile.gettempdir()), cache_dir()):
        free = machine_facts(_existing(folder)).disk_free_bytes
        if free < LEAST_DISK:
            fix = "free some space, or set TMPDIR or STREAMGAUGE_CACHE to another disk"
            return Finding("disk", "problem", f"{free / GIB:.1f} GiB free in {folder}", fix)
    return Finding("disk", "ok", f"{free / GIB:.1f} GiB free")


def files(_: Sequence[Finding]) -> Finding:
    limit = machine_facts(Path()).open_files_limit
    if limit is not None and limit < LEAST_FILES:
        return Finding("files", "warning", f"at most {limit} open files", f"ulimit -n {LEAST_FILES * 4}")
    return Finding("files", "ok", f"at most {limit:,} open files" if limit else "no limit of open files")


def ports(_: Sequence[Finding]) -> Finding:
    try:
        free_ports(2)
    except OSError as error:
        return Finding("ports", "problem", f"no free port on the loopback interface: {error}", "check that 127.0.0.1 is up")
    return Finding("ports", "ok", "free ports on the loopback interface")


def engines(_: Sequence[Finding]) -> Finding:
    """Those with an environment of their own are there only if somebody wants them."""
    absent = [engine.name for engine in _engines(is_ready=False)]
    fact = ", ".join(engine.name for engine in _engines(is_ready=True))
    if absent:
        return Finding("engines", "ok", f"{fact}; not set up: {', '.join(absent)}", f"streamgauge setup {' '.join(absent)}")
    return Finding("engines", "ok", fact)


def jar_files(_: Sequence[Finding]) -> Finding:
    ready = _engines(is_ready=True)
    groups = jar_groups(ready)
    missing = [jar for group in groups for jar in jars.missing(group)]
    damaged = [jar for group in groups for jar in jars.verify(group)]
    fix = " ".join(["streamgauge setup", *(engine.name for engine in ready if engine.jar_groups)])
    if damaged:
        return Finding("jars", "problem", f"{damaged[0].path} has a wrong checksum", fix)
    if missing:
        return Finding("jars", "problem", f"{len(missing)} not fetched yet, {missing[0].coordinate} among them", fix)
    return Finding("jars", "ok", f"all there, checksums right, in {jars.jars_dir()}")


def broker(before: Sequence[Finding]) -> Finding:
    """A broker that starts and gives back what it was given; not tried where it cannot work."""
    if any(finding.state == "problem" and finding.check in ("java", "jars") for finding in before):
        return Finding("broker", "problem", "not tried, because of the problem above", "mend that first")
    try:
        with tempfile.TemporaryDirectory(prefix="streamgauge-doctor-") as logs:
            return _round_trip(Path(logs))
    except StreamgaugeError as error:
        return _problem("broker", error)


def _round_trip(logs: Path) -> Finding:
    from streamgauge.transport.base import Stamp
    from streamgauge.transport.kafka.broker import ManagedBroker
    from streamgauge.transport.kafka.transport import KafkaTransport

    with ManagedBroker.start(log_dir=logs) as running:
        topic = KafkaTransport(running.bootstrap_servers).create_topic("doctor", partitions=1, stamp=Stamp.APPENDED)
        writer = topic.writer()
        writer.send(0, b"hello", 0)
        writer.close()
        reader = topic.reader()
        records = reader.poll(10.0)
        reader.close()
    if [record.value for record in records] != [b"hello"]:
        return Finding("broker", "problem", "a record did not come back from the broker", "streamgauge doctor --debug")
    return Finding("broker", "ok", "started, a record went in and came back, stopped")


def _problem(check: str, error: StreamgaugeError) -> Finding:
    return Finding(check, "problem", error.what, error.fix, error.where)


def _engines(*, is_ready: bool) -> list[Engine]:
    """Those that are set up, or those that are not."""
    engines = map(load_engine, engine_names())
    return [each for each in engines if (each.environment is None or environments.is_ready(each.environment)) == is_ready]


def _existing(folder: Path) -> Path:
    return folder if folder.exists() else _existing(folder.parent)


CHECKS: tuple[Callable[[Sequence[Finding]], Finding], ...] = (
    python,
    java,
    memory,
    cores,
    disk,
    files,
    ports,
    engines,
    jar_files,
    broker,
)
