"""A published work beside our own runs: each of its tables with our figures next to those printed, on one offline page.

Numbers of other machines are set side by side and never divided by each other. What is compared are relations: of one engine
to another, or of one setting to another, both within one run here and within one work there.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.answering import Defaults, Found, answers_to, departures
from streamgauge.report.damaged import reading
from streamgauge.report.links import link_to
from streamgauge.report.machine import machine_of, software_of
from streamgauge.report.packages import require_packages
from streamgauge.report.template import definition, render
from streamgauge.runs.reading import Run
from streamgauge.suites import Suite, SuitePlan
from streamgauge.suites.published import PublishedTable, Relation, Row, Told, Work

NOT_RUN = "not run yet"
_NEVER = {"catch_up_s": "never"}  # what it means that there is no value


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: what was published of each engine there, and what was found for each here, a figure that is defined."""

    name: str
    unit: str
    figure: str
    was: Sequence[Told]
    here: Sequence[object]


@dataclass(frozen=True, slots=True)
class Beside:
    """A published table with our figures beside it; `again` is the command that measures them."""

    table: PublishedTable
    engines: list[str]
    lines: list[Line]
    relations: list[tuple[str, str, str]]
    differs: list[str]
    doubts: list[str]
    again: str
    runs: list[Run]

    @property
    def is_measured(self) -> bool:
        """Has anything of it been measured here? A run that asks the same but elsewhere does not tell."""
        return bool(self.runs) and not (self._values and all(value == NOT_RUN for value in self._values))

    @property
    def is_whole(self) -> bool:
        return bool(self.runs) and NOT_RUN not in self._values

    @property
    def _values(self) -> list[object]:
        return [value for line in self.lines for value in line.here] + [here for _, _, here in self.relations]


def reproduction_pages(
    suite: Suite, runs: Sequence[Run], place: Path, defaults: Defaults, unread: Sequence[str] = ()
) -> dict[str, str]:
    """A page for each work of a suite by its file's name; `place` is the folder they will lie in, for links to the runs.

    `unread` says which runs could not be read.
    """
    require_packages("jinja2")
    whole, damaged = _whole(suite, runs, place, defaults)
    pages = {f"{work.page}.html": _values(suite, work, whole, place, defaults) for work in suite.works}
    told = {"unread": [*unread, *damaged]}
    return {name: render("reproduction.html.jinja", {**values, **told}) for name, values in pages.items()}


def _whole(suite: Suite, runs: Sequence[Run], place: Path, defaults: Defaults) -> tuple[list[Run], list[str]]:
    """The runs that tables can be made of, and what is wrong with the others: one of them does not keep all from being shown."""
    shown, damaged = [], []
    for run in runs:
        try:
            _require_plan(run)
            with reading(run):
                for work in suite.works:
                    _values(suite, work, [run], place, defaults)
        except RequestError as error:
            damaged.append(f"{run.id}: {error.what}")
        else:
            shown.append(run)
    return shown, damaged


def _require_plan(run: Run) -> None:
    """Without it nobody knows what was asked, and defaults would stand for it."""
    if not run.has_plan:
        raise RequestError("; ".join(run.damaged), where=str(run.path), fix="restore it, or run again")


def _values(suite: Suite, work: Work, runs: Sequence[Run], place: Path, defaults: Defaults) -> dict[str, Any]:
    plans = [plan for plan in suite.plans if plan.work == work]
    found = [each for plan in plans for each in _tables(suite.name, plan, runs, defaults)]
    used = list({run.id: run for each in found for run in each.runs}.values())
    return {
        "work": work,
        "works": suite.works,
        "tables": found,
        "run_count": sum(each.is_measured for each in found),
        "machines": list(dict.fromkeys(map(machine_of, used))),
        "software": list(dict.fromkeys(map(software_of, used))),
        "runs": [_run(run, place) for run in sorted(used, key=lambda run: run.id)],
        "definitions": [
            DEFINITIONS[name] for name in sorted({line.figure for each in found for line in each.lines} & {*DEFINITIONS})
        ],
        "links": {run.id: link_to(run, place) for run in used},
    }


def _tables(suite: str, plan: SuitePlan, runs: Sequence[Run], defaults: Defaults) -> Iterator[Beside]:
    answers = answers_to(plan, runs, defaults)
    engines = list(dict.fromkeys(each.engine for each in answers))
    for table in plan.tables:
        yield Beside(
            table,
            engines,
            [_line(row, engines, answers) for row in _rows(plan, table)],
            [(each.name, each.was, _related(each, plan, answers)) for each in table.relations],
            [*filter(None, [table.differs]), *dict.fromkeys(text for each in answers for text in departures(plan, each))],
            list(_doubts(answers)),
            _command(suite, plan),
            list({each.run.id: each.run for each in answers}.values()),
        )


def _doubts(answers: Sequence[Found]) -> Iterator[str]:
    """What is to be held against the runs."""
    disturbed = dict.fromkeys(f"{each.engine} in {each.run.id}" for each in answers if each.entry.get("disturbed"))
    if disturbed:
        yield f"Disturbed: others used the machine while it was measured: {'; '.join(disturbed)}"
    if partial := dict.fromkeys(each.run.id for each in answers if each.run.result.get("partial")):
        yield f"Cut short, these are the trials that had ended: {'; '.join(partial)}"


def _rows(plan: SuitePlan, table: PublishedTable) -> Iterator[Row]:
    """The rows of a table; one that names no workload stands for each of the plan's."""
    for row in table.rows:
        names = _workloads(plan)
        if len(names) == 1 or "workload.name" in row.at:
            yield row
        else:
            each = ((name, {**row.at, "workload.name": name}) for name in names)
            yield from (Row(f"{name}, {row.name}", row.unit, row.figure, at, row.was) for name, at in each)


def _line(row: Row, engines: Sequence[str], answers: Sequence[Found]) -> Line:
    here = [_value(row.figure, [each for each in answers if each.engine == engine and each.is_at(row.at)]) for engine in engines]
    return Line(row.name, row.unit, definition(row.figure), row.was, here or [NOT_RUN])


def _value(figure: str, found: Sequence[Found]) -> object:
    """The newest of what was found."""
    if not found:
        return NOT_RUN
    value = found[0].figure(figure)
    return _NEVER.get(figure.rpartition(".")[2], "-") if value is None else value


def _related(relation: Relation, plan: SuitePlan, answers: Sequence[Found]) -> str:
    """The newest ratio of each engine, or of each workload if there are several; both sides are of the same run."""
    told: dict[str, str] = {}
    for over in (each for each in answers if each.is_at(relation.over)):
        for under in (each for each in answers if each.run is over.run and each.is_at(relation.under)):
            if "engine" not in relation.under and not _is_same_engine(relation, over, under):
                continue
            told.setdefault(_sides(relation, plan, over, under), _ratio(relation.figure, over, under))
    return "; ".join(f"{name} {ratio}" for name, ratio in told.items()) or NOT_RUN


def _is_same_engine(relation: Relation, over: Found, under: Found) -> bool:
    """With the same options, but for those that the relation is about."""
    return over.engine_without(relation.over) == under.engine_without(relation.under)


def _ratio(figure: str, over: Found, under: Found) -> str:
    above, below = over.figure(figure), under.figure(figure)
    if isinstance(above, int | float) and isinstance(below, int | float) and below:
        return f"{above / below:.2f}"
    return "has no figure"


def _sides(relation: Relation, plan: SuitePlan, over: Found, under: Found) -> str:
    workload = [over.place["workload.name"]] if len(_workloads(plan)) > 1 else []
    engines = f"{over.engine} over {under.engine}" if "engine" in relation.under else over.engine_without(relation.over)
    return ", ".join([*workload, engines])


def _workloads(plan: SuitePlan) -> list[str]:
    name = plan.data["workload"]["name"]
    return name if isinstance(name, list) else [name]


def _command(suite: str, plan: SuitePlan) -> str:
    rates = " --rates published" if plan.has_published_rates else ""
    return f"streamgauge suite {suite} --only {shlex.quote(plan.about.removeprefix('seed work ').partition(':')[0])}{rates}"


def _run(run: Run, place: Path) -> dict[str, Any]:
    transport = run.plan.get("transport", {})
    return {
        "id": run.id,
        "link": link_to(run, place),
        "question": f"{run.result['experiment']} of {run.result['workload']}",
        "engines": ", ".join(dict.fromkeys(each["engine"] for each in run.result["engines"])),
        "rate": ", ".join(dict.fromkeys(str(each["rate"]) for each in run.result["engines"] if each.get("rate"))) or "-",
        "trials": run.result.get("trials", 1),
        "partitions": transport.get("partitions", "-"),
        "machine": machine_of(run),
    }
