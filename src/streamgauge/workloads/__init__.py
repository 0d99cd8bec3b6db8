"""The workloads: every module of this room that defines `WORKLOADS`, and those of other packages' entry points."""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from streamgauge.errors import RequestError
from streamgauge.flow.flaws import nearest
from streamgauge.workloads.base import Workload

GROUP = "streamgauge.workloads"


@cache
def workloads() -> dict[str, Workload]:
    """All workloads by name."""
    modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    own = [workload for module in modules for workload in getattr(module, "WORKLOADS", ())]
    foreign = [entry.load() for entry in entry_points(group=GROUP)]
    return {workload.name: workload for workload in sorted([*own, *foreign], key=lambda each: each.name)}


def load_workload(name: str) -> Workload:
    """The workload called `name`."""
    if name not in workloads():
        raise RequestError(f"there is no workload {name!r}", where="WORKLOAD", fix=nearest(name, workloads()))
    return workloads()[name]
