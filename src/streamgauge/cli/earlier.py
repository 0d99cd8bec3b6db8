"""Runs that an earlier, interrupted suite has left, so that they need not be made again."""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamgauge import __version__
from streamgauge.errors import RequestError
from streamgauge.runs.folder import list_runs
from streamgauge.runs.reading import Run, read_run
from streamgauge.runs.toml import to_toml

if TYPE_CHECKING:
    from streamgauge.experiments.plan_file import PlannedRun

_SAME = ("cpu_model", "cores", "operating_system", "java_version", "python_version")
_GIB = 2**30  # another kernel leaves a little more memory, or a little less


class EarlierRuns:
    """The complete runs in a folder that were made by this release on a machine like this one; each is taken once."""

    def __init__(self, runs: Path) -> None:
        from streamgauge.host.facts import machine_facts

        here = machine_facts(runs)
        self._machine = _kind(asdict(here))
        names = [str(each["run"]) for each in list_runs(runs) if each.get("status") == "complete" and self._is_from_here(each)]
        self._found = [run for name in names if (run := _readable(runs / name)) is not None]

    def take(self, planned: "PlannedRun") -> dict[str, Any] | None:
        """The result of a run of just this plan, as a run that has just been made has it; None if there is none left."""
        wanted = tomllib.loads(to_toml(planned.data))
        for index, run in enumerate(self._found):
            if run.plan == wanted and bool(run.manifest.get("short")) == planned.is_short:
                del self._found[index]
                return {"folder": str(run.path), **{name: run.result[name] for name in run.result if name not in _ADDED}}
        return None

    def _is_from_here(self, manifest: dict[str, Any]) -> bool:
        return manifest.get("streamgauge") == __version__ and _kind(manifest.get("machine") or {}) == self._machine


_ADDED = ("schema_version", "run")  # to a result when it is written


def _kind(machine: Mapping[str, Any]) -> dict[str, object]:
    """What makes a machine another one."""
    return {name: machine.get(name) for name in _SAME} | {"memory": round(machine.get("memory_bytes", 0) / _GIB)}


def _readable(folder: Path) -> Run | None:
    """A damaged run is made again."""
    try:
        return read_run(folder)
    except RequestError:
        return None
