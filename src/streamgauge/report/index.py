"""An index over many runs: engines by workloads, each figure beside what it is relative to a baseline, on one offline page.

Engines are set beside each other only within a run: there the machine, the load and the time are the same.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.measure.objectives import find_figure
from streamgauge.names import nearest
from streamgauge.report.directions import Better, better
from streamgauge.report.machine import machine_of
from streamgauge.report.packages import require_packages
from streamgauge.report.template import render
from streamgauge.runs.folder import list_runs
from streamgauge.runs.reading import Run, read_run

# The figures that stand for an experiment.
_MAIN = {
    "breakdown": ("latency_ms.mean",),
    "burst": ("time_averaged_ms", "highest_backlog"),
    "closed": ("epoch_ms.p50",),
    "latency": ("latency_ms.p50", "latency_ms.p99"),
    "sustain": ("sustainable_rate.middle",),
    "sweep": ("knee_per_second.low",),
    "throughput": ("records_per_second",),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of an engine in a run; None if there is none. `remark` says what makes it doubtful."""

    value: float | None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One workload at one point of one run."""

    run: str
    link: str
    workload: str
    settings: str
    emission: str
    cells: Mapping[str, Cell]

    def ratio(self, engine: str, baseline: str) -> float | None:
        """How many times the baseline's figure the engine's is."""
        ours, theirs = (self.cells.get(name, Cell(None)).value for name in (engine, baseline))
        return ours / theirs if ours is not None and theirs else None


@dataclass(frozen=True, slots=True)
class Matrix:
    """A figure of an experiment: rows of workloads, columns of engines."""

    experiment: str
    figure: str
    unit: str
    better: str
    engines: list[str]
    rows: list[Row]

    @property
    def definition(self) -> str:
        return self.figure.split(".")[0]


def readable_runs(root: Path) -> tuple[list[Run], list[str]]:
    """The runs below a folder, and why others are not among them."""
    found, unread = [], []
    for manifest in list_runs(root):
        try:
            found.append(read_run(root / str(manifest["run"])))
        except RequestError as error:
            unread.append(f"{manifest['run']}: {error.what}")
    return found, unread


def index_page(runs: Sequence[Run], unread: Sequence[str], place: Path, baseline: str | None = None) -> str:
    """The page; `place` is the folder that it will lie in, for links to the runs."""
    require_packages("jinja2")
    matrices = list(_matrices(runs, place))
    engines = list(dict.fromkeys(engine for each in matrices for engine in each.engines))
    if baseline is not None and baseline not in engines:
        raise RequestError(f"no run has an engine {baseline!r}", where="--baseline", fix=nearest(baseline, engines))
    names = sorted({each.definition for each in matrices})
    values = {
        "title": f"{len(runs)} runs",
        "matrices": matrices,
        "engines": engines,
        "baseline": baseline or (engines[0] if engines else ""),
        "unread": list(unread),
        "definitions": [DEFINITIONS[name] for name in names if name in DEFINITIONS],
        "machines": list(dict.fromkeys(map(machine_of, runs))),
    }
    return render("index.html.jinja", values)


def _matrices(runs: Sequence[Run], place: Path) -> Iterator[Matrix]:
    experiments = sorted({run.result["experiment"] for run in runs})
    for experiment in experiments:
        ours = [run for run in runs if run.result["experiment"] == experiment]
        engines = list(dict.fromkeys(entry["engine"] for run in ours for entry in run.result["engines"]))
        for figure in _MAIN.get(experiment, ()):
            rows = sorted((row for run in ours for row in _rows(run, figure, place)), key=lambda row: (row.workload, row.run))
            definition = DEFINITIONS.get(figure.split(".")[0])
            direction = {Better.LESS: "less is better", Better.MORE: "more is better"}.get(better(figure), "")
            yield Matrix(experiment, figure, definition.unit if definition else "", direction, engines, rows)


def _rows(run: Run, figure: str, place: Path) -> Iterator[Row]:
    points: dict[str, list[Mapping[str, Any]]] = {}
    for entry in run.result["engines"]:
        settings = ", ".join(f"{name} {value}" for name, value in entry["settings"].items())
        points.setdefault(settings, []).append(entry)
    page = run.path / "report.html"
    link = os.path.relpath(page if page.exists() else run.path, place)
    for settings, entries in points.items():
        yield Row(
            run.id,
            link,
            str(run.result["workload"]),
            ", ".join(filter(None, (settings, *_set(run)))),
            str(entries[0].get("emission", "")),
            {entry["engine"]: _cell(entry, figure) for entry in entries},
        )


def _set(run: Run) -> list[str]:
    return [f"{name} {value}" for name, value in (run.result.get("properties") or {}).items()]


def _cell(entry: Mapping[str, Any], figure: str) -> Cell:
    value = find_figure(entry, figure)
    known = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    if not entry["verified"]:
        return Cell(None, "WRONG")
    if entry.get("inconclusive"):
        return Cell(None, "inconclusive")
    return Cell(known, "disturbed" if entry.get("disturbed") else "")
