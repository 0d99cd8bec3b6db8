"""A published table with our figures beside it: what each engine found here for each of its lines and its relations."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from streamgauge.report.answering import Found, answers_to, departures
from streamgauge.report.question import Defaults
from streamgauge.report.template import definition
from streamgauge.runs.reading import Run
from streamgauge.suites import SuitePlan
from streamgauge.suites.published import PublishedTable, Relation, Row, Told

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
class Related:
    """A relation: what was published of it, and what was found here; both of a figure that is defined."""

    name: str
    figure: str
    was: str
    here: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A published table with our figures beside it; `again` is the command that measures them."""

    table: PublishedTable
    engines: list[str]
    lines: list[Line]
    relations: list[Related]
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
    def figures(self) -> set[str]:
        """The figures that its numbers are of, by the names of their definitions."""
        return {line.figure for line in self.lines} | {each.figure for each in self.relations}

    @property
    def _values(self) -> list[object]:
        return [value for line in self.lines for value in line.here] + [each.here for each in self.relations]


def tables_beside(suite: str, plan: SuitePlan, runs: Sequence[Run], defaults: Defaults) -> Iterator[Beside]:
    """The tables of a plan."""
    answers = answers_to(plan, runs, defaults)
    engines = list(dict.fromkeys(each.engine for each in answers))
    for table in plan.tables:
        yield Beside(
            table,
            engines,
            [_line(row, engines, answers) for row in _rows(plan, table)],
            [Related(each.name, definition(each.figure), each.was, _related(each, plan, answers)) for each in table.relations],
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
