"""`streamgauge setup`: fetch what is needed, once."""

from collections.abc import Sequence
from typing import Any

from streamgauge.cli.options import Json
from streamgauge.cli.screen import print_json, print_table, say
from streamgauge.engines import engine_names, load_engine
from streamgauge.engines.base import Engine
from streamgauge.host import environments, jars
from streamgauge.services.setup import setup_iot

BROKER = "kafka-broker"
SERVICES = "iot"


def setup_command(*engine: str, json: Json = False) -> None:
    """Fetch what the engines and the broker need into the user's cache, checked against pinned checksums.

    Parameters
    ----------
    engine:
        Engines to set up, and "iot" for the services of the IoT tasks; by default all engines that need no Python environment of
        their own, which is large.
    json:
        Print JSON.
    """
    engines = [load_engine(name) for name in engine if name != SERVICES] if engine else _engines_in_our_environment()
    fetched = _fetch_jars(engines)
    made = _make_environments(engines)
    services = setup_iot(say) if SERVICES in engine else []
    if json:
        print_json("setup", {"jars": fetched, "environments": made, "services": services})
        return
    print_table("ready", ("jars", "files", "folder"), [tuple(row.values()) for row in fetched])
    if made:
        print_table("ready", ("environment", "size", "folder"), [tuple(row.values()) for row in made])
    if services:
        print_table("ready", ("service", "by", "folder"), [tuple(row.values()) for row in services])


def _engines_in_our_environment() -> list[Engine]:
    return [engine for engine in map(load_engine, engine_names()) if engine.environment is None]


def jar_groups(engines: Sequence[Engine]) -> list[str]:
    """The groups of jars that the broker and these engines need."""
    return list(dict.fromkeys([BROKER, *(group for engine in engines for group in engine.jar_groups)]))


def _fetch_jars(engines: Sequence[Engine]) -> list[dict[str, Any]]:
    wanted = jar_groups(engines)
    return [{"jars": group, "files": len(jars.fetch(group, say)), "folder": str(jars.jars_dir())} for group in wanted]


def _make_environments(engines: Sequence[Engine]) -> list[dict[str, Any]]:
    wanted = dict.fromkeys(engine.environment for engine in engines if engine.environment is not None)
    for each in wanted:
        environments.fetch(each, say)
    return [{"environment": each.name, "size": each.size, "folder": str(each.folder)} for each in wanted]
