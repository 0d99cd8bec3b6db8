"""The engines that run flows, found by name through the entry points `streamgauge.engines`."""

from importlib.metadata import EntryPoint, entry_points

from streamgauge.engines.base import Engine
from streamgauge.errors import RequestError
from streamgauge.flow.flaws import nearest

GROUP = "streamgauge.engines"


def engine_names() -> tuple[str, ...]:
    return tuple(sorted(entry.name for entry in entry_points(group=GROUP)))


def load_engine(name: str) -> Engine:
    """The engine called `name`; only its own module is imported."""
    found: list[EntryPoint] = [entry for entry in entry_points(group=GROUP) if entry.name == name]
    if not found:
        raise RequestError(f"there is no engine {name!r}", where="--engine", fix=nearest(name, engine_names()))
    engine: Engine = found[0].load()
    return engine
