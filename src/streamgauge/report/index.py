"""An index over many runs: engines by workloads, each figure beside what it is relative to a baseline, on one offline page.

Engines are set beside each other only within a run: there the machine, the load and the time are the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.measure.objectives import find_figure
from streamgauge.names import nearest
from streamgauge.report.compared import SHOWN
from streamgauge.report.damaged import reading
from streamgauge.report.directions import Better, better
from streamgauge.report.links import link_to
from streamgauge.report.machine import machine_of
from streamgauge.report.main_figures import MAIN_FIGURES
from streamgauge.report.outputs import OUTPUTS
from streamgauge.report.packages import require_packages
from streamgauge.report.question import PROPERTY
from streamgauge.report.sections.options import options_in_words
from streamgauge.report.sections.points import points_of
from streamgauge.report.tables.engines import engine_tables
from streamgauge.report.tables.table import Table, has_own_rates, offered
from streamgauge.report.template import render
from streamgauge.runs.reading import Run, read_run

_WORDS = SHOWN | {"sustainable_rate.low": "sustainable rate, at least"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of an engine in a run; None if there is none. `remark` says what makes it doubtful.

    `outputs` for each input stand beside it: an engine that writes once for several updates has less to do.
    """

    value: float | None
    remark: str = ""
    outputs: float | None = None


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
    words: str
    unit: str
    better: str
    engines: list[str]
    rows: list[Row]

    @property
    def title(self) -> str:
        """The figure in words, and the experiment unless they say it."""
        return self.words if self.experiment in self.words else f"{self.experiment}: {self.words}"

    @property
    def definition(self) -> str:
        return self.figure.split(".")[0]


def readable_runs(root: Path) -> tuple[list[Run], list[str]]:
    """The runs below a folder, whatever their folders are called now, and why others are not among them."""
    found, unread = [], []
    for folder in sorted(each.parent for each in root.glob("*/manifest.json")):
        try:
            found.append(read_run(folder))
        except RequestError as error:
            unread.append(f"{folder.name}: {error.what}")
    return found, unread


def index_page(
    runs: Sequence[Run],
    unread: Sequence[str],
    place: Path,
    baseline: str | None = None,
    *,
    tables: Sequence[Table] | None = None,
) -> str:
    """The page; `place` is the folder it will lie in, for links to the runs. First come `tables`, or those of all engines."""
    require_packages("jinja2")
    shown, damaged = _whole(runs, place)
    tables = _side_by_side(shown) if tables is None else tables
    matrices = list(_matrices(shown, place))
    engines = list(dict.fromkeys(engine for each in matrices for engine in each.engines))
    if baseline is not None and baseline not in engines:
        raise RequestError(f"no run has an engine {baseline!r}", where="--baseline", fix=nearest(baseline, engines))
    defined = {name for table in tables for name in table.defines.values()}
    names = sorted({OUTPUTS, *(each.definition for each in matrices)} | defined)
    values = {
        "title": f"{len(shown)} run{'' if len(shown) == 1 else 's'}",
        "tables": list(tables),
        "matrices": matrices,
        "engines": engines,
        "baseline": baseline or _most_measured(matrices, engines),
        "unread": [*unread, *damaged],
        "definitions": [DEFINITIONS[name] for name in names if name in DEFINITIONS],
        "machines": list(dict.fromkeys(map(machine_of, shown))),
    }
    return render("index.html.jinja", values)


def _side_by_side(runs: Sequence[Run]) -> list[Table]:
    """All engines of a workload side by side, where it was measured in several ways: on the machine of the newest run that proves
    anything. A suite that was tried in short proves nothing."""
    telling = [run for run in runs if any(not each.get("inconclusive") for each in run.result["engines"])]
    telling.sort(key=lambda run: run.started)
    here = [run for run in telling if machine_of(run) == machine_of(telling[-1])]
    return engine_tables([run.result for run in here], least_experiments=2)


def _whole(runs: Sequence[Run], place: Path) -> tuple[list[Run], list[str]]:
    """The runs that rows can be made of, and what is wrong with the others: one of them does not keep all from being shown."""
    shown, damaged = [], []
    for run in runs:
        try:
            with reading(run):
                machine_of(run)
                engine_tables([run.result])
                for figure in MAIN_FIGURES.get(run.result["experiment"], ()):
                    list(_rows(run, figure, place))
        except RequestError as error:
            damaged.append(f"{run.id}: {error.what}")
        else:
            shown.append(run)
    return shown, damaged


def _most_measured(matrices: Sequence[Matrix], engines: Sequence[str]) -> str:
    """The engine that stands in most rows, so that most figures have something to be relative to."""
    rows = [row for each in matrices for row in each.rows]
    return max(engines, key=lambda engine: sum(engine in row.cells for row in rows), default="")


def _matrices(runs: Sequence[Run], place: Path) -> Iterator[Matrix]:
    experiments = sorted({run.result["experiment"] for run in runs})
    for experiment in experiments:
        ours = [run for run in runs if run.result["experiment"] == experiment]
        engines = list(dict.fromkeys(entry["engine"] for run in ours for entry in run.result["engines"]))
        for figure in MAIN_FIGURES.get(experiment, ()):
            rows = sorted((row for run in ours for row in _rows(run, figure, place)), key=lambda row: (row.workload, row.run))
            unit = DEFINITIONS[figure.split(".")[0]].unit
            direction = {Better.LESS: "less is better", Better.MORE: "more is better"}.get(better(figure), "")
            yield Matrix(experiment, figure, _WORDS[figure], unit, direction, engines, rows)


def _rows(run: Run, figure: str, place: Path) -> Iterator[Row]:
    link = link_to(run, place)
    for point in points_of(run):
        entries, given = point.entries, (*_set(run, point.settings), *options_in_words(run), *_unknown(run))
        yield Row(
            run.id,
            link,
            str(run.result["workload"]),
            ", ".join(filter(None, (_rate(entries), point.title, *given))),
            str(entries[0].get("emission", "")),
            {entry["engine"]: _cell(entry, figure, is_partial=bool(run.result.get("partial"))) for entry in entries},
        )


def _rate(entries: Sequence[Mapping[str, Any]]) -> str:
    """What was offered, unless it was swept and is among the settings."""
    given = [each for each in entries if each.get("rate") and "rate" not in each["settings"]]
    if given and has_own_rates(given):
        return "each engine at a rate of its own"
    return offered(given[0]["rate"]) if given else ""


def _set(run: Run, swept: Mapping[str, Any]) -> list[str]:
    """The properties of the workload, but for what was swept: of that the run tells the first value, whatever the row is."""
    given = (run.result.get("properties") or {}).items()
    return [f"{name} {value}" for name, value in given if f"{PROPERTY}{name}" not in swept]


def _unknown(run: Run) -> list[str]:
    """Without its plan a run must not look like one that was given no options."""
    return [] if run.has_plan else ["options not known"]


def _cell(entry: Mapping[str, Any], figure: str, *, is_partial: bool) -> Cell:
    value = find_figure(entry, figure)
    known = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    if not entry["verified"]:
        return Cell(None, "WRONG")
    if entry.get("inconclusive"):
        return Cell(None, "inconclusive")
    doubts = {"cut short": is_partial, "disturbed": bool(entry.get("disturbed"))}
    return Cell(known, ", ".join(doubt for doubt, is_so in doubts.items() if is_so), entry.get(OUTPUTS))
