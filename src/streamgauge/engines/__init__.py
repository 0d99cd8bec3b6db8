"""The engines that run flows, found by name through the entry points `streamgauge.engines`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from streamgauge.engines.base import Engine
from streamgauge.errors import RequestError
from streamgauge.flow.flaws import nearest

GROUP = "streamgauge.engines"


def engine_names() -> tuple[str, ...]:
    return tuple(sorted(entry.name for entry in _installed()))


def load_engine(name: str) -> Engine:
    """The engine called `name`; only its own module is imported."""
    found = [entry for entry in _installed() if entry.name == name]
    if not found:
        raise RequestError(f"there is no engine {name!r}", where="--engine", fix=nearest(name, engine_names()))
    engine: Engine = found[0].load()
    return engine


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """Looked up once: every installed package is asked for its own."""
    return tuple(entry_points(group=GROUP))
