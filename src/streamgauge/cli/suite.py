"""`streamgauge suite`: a named set of runs, and an index page over them."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from streamgauge.cli.earlier import EarlierRuns
from streamgauge.cli.list import list_command
from streamgauge.cli.options import Json
from streamgauge.cli.results import print_result
from streamgauge.cli.run import run_planned, worst_code
from streamgauge.cli.screen import NOTE_WIDTH, print_json, print_table, say
from streamgauge.errors import ExitCode, RequestError, StreamgaugeError
from streamgauge.report.packages import require_packages
from streamgauge.report.tables.engines import engine_tables

if TYPE_CHECKING:
    from streamgauge.experiments.plan_file import PlannedRun
    from streamgauge.suites import Suite, SuitePlan


@dataclass(slots=True)
class Outcome:
    """What became of a suite: the results, and what could not be run or failed, with the reason."""

    results: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    failed: list[StreamgaugeError] = field(default_factory=list)

    def add(self, results: list[dict[str, Any]], plan: "SuitePlan") -> None:
        """Results of a plan, with what it is about."""
        self.results += [each | {"about": plan.about, "published": plan.published} for each in results]

    @property
    def code(self) -> ExitCode:
        """A failure counts most, and the first of them."""
        return self.failed[0].exit_code if self.failed else worst_code(self.results)


def suite_command(
    name: str | None = None,
    /,
    *,
    engine: str | None = None,
    trials: int | None = None,
    rates: Literal["scaled", "published"] = "scaled",
    only: str | None = None,
    runs: Path = Path("runs"),
    resume: Json = False,
    dry_run: Json = False,
    json: Json = False,
) -> ExitCode:
    """Run a suite: a named set of plans. One that fails does not keep the others from running.

    Parameters
    ----------
    name:
        The suite; without it they are listed.
    engine:
        One engine, or several separated by commas, instead of those of the plans.
    trials:
        How often each engine is measured, instead of what the plans say.
    rates:
        scaled: plans whose rates suit any machine. published: those at the rates of the origin, which its hardware could hold.
    only:
        Only the plans whose description has this text in it, such as "table 5.1"; --dry-run shows the descriptions.
    runs:
        The folder in which the run folders and index.html are made.
    resume:
        Run only what is not yet among the complete runs in that folder, made by this release on a machine like this one.
    dry_run:
        Say what would be run, and run nothing.
    json:
        Print JSON.
    """
    from streamgauge.suites import load_suite

    if name is None:
        list_command("suites", json=json)
        return ExitCode.OK
    suite, outcome = load_suite(name), Outcome()
    flags: dict[str, Any] = {"trials": trials} if trials is not None else {}
    flags |= {"engines": {each: {} for each in engine.split(",")}} if engine else {}
    chosen = _chosen(suite, only, wants_published=rates == "published")
    planned = [each for plan in chosen for each in _planned(suite.name, plan, flags, outcome)]
    if dry_run:
        _print_plan(suite, planned, outcome, as_json=json)
        return ExitCode.OK
    require_packages("altair", "jinja2", "vl_convert")  # now, and not after hours
    earlier = EarlierRuns(runs) if resume else None
    try:
        for number, (plan, each) in enumerate(planned, start=1):
            what = f"suite {name}, run {number} of {len(planned)}: {each.experiment.name} of {each.plan.workload.name}"
            if earlier and (result := earlier.take(each)):
                say(f"{what}: there already, {result['folder']}")
                outcome.add([result], plan)
            else:
                say(f"{what} ({plan.about})")
                _run(plan, each, runs, outcome)
    finally:
        pages = _pages(suite, runs, outcome)
        _print(suite, outcome, pages, as_json=json)
    return outcome.code


def _chosen(suite: "Suite", only: str | None, *, wants_published: bool) -> "list[SuitePlan]":
    """The plans that are meant."""
    chosen = [each for each in suite.plans if each.has_published_rates == wants_published]
    if not chosen:
        raise RequestError(f"suite {suite.name} has no published rates", where="--rates published", fix="--rates scaled")
    found = [each for each in chosen if (only or "").lower() in each.about.lower()]
    if not found:
        fix = f"streamgauge suite {suite.name} --dry-run shows what there is"
        raise RequestError(f"no plan of {suite.name} says {only!r}", where="--only", fix=fix)
    return found


def _planned(suite: str, plan: "SuitePlan", flags: dict[str, Any], outcome: Outcome) -> "Iterator[tuple[SuitePlan, PlannedRun]]":
    """The runs of a plan, each without the engines that cannot run it."""
    from streamgauge.experiments.plan_file import planned_runs

    for one in _by_workload(plan):
        data = {**one, **flags}
        engines = _able(data, outcome)
        if engines:
            yield from ((plan, each) for each in planned_runs({**data, "engines": engines}, f"suite {suite}"))


def _by_workload(plan: "SuitePlan") -> Iterator[dict[str, Any]]:
    """A plan for each of its workloads, for engines differ in what they can run."""
    workload = plan.data["workload"]
    names = workload["name"] if isinstance(workload["name"], list) else [workload["name"]]
    return ({**plan.data, "workload": {**workload, "name": each}} for each in names)


def _able(data: dict[str, Any], outcome: Outcome) -> dict[str, Any]:
    """Those engines of a plan that can run it here; the others are noted."""
    from streamgauge.experiments.plan_file import DEFAULT_ENGINES

    engines = data.get("engines") or {name: {} for name in DEFAULT_ENGINES}
    able = {}
    for name, options in engines.items():
        if why := _gap({**data, "engines": {name: options}}):
            outcome.skipped.append(f"{data['experiment']} of {data['workload']['name']} on {name}: {why}")
        else:
            able[name] = options
    return able


def _gap(data: dict[str, Any]) -> str:
    """Why the engine of a plan cannot run it here; empty if it can."""
    from streamgauge.experiments.lab import refuse_impossible
    from streamgauge.experiments.plan_file import planned_runs
    from streamgauge.host.environments import NotSetUpError

    try:
        for each in planned_runs(data, "suite"):
            refuse_impossible(each.plan.workload, each.plan.engines, each.plan.transport)
    except RequestError as error:
        return error.what
    except NotSetUpError as error:
        return f"not set up; {error.fix}"
    return ""


def _run(plan: "SuitePlan", planned: "PlannedRun", runs: Path, outcome: Outcome) -> None:
    """Run it and make its page; an error is told and kept, and the suite goes on."""
    results: list[dict[str, Any]] = []
    try:
        run_planned([planned], runs, results)
        _write_page(results)
    except StreamgaugeError as error:
        say(str(error))
        outcome.failed.append(error)
    finally:
        outcome.add(results, plan)


def _pages(suite: "Suite", runs: Path, outcome: Outcome) -> list[Path]:
    """The pages that were made of what came out; whatever keeps them from being made is told, for the runs are there."""
    if not outcome.results:
        return []
    try:
        return _write_pages(suite, runs, outcome)
    except StreamgaugeError as error:
        say(str(error))
        return []


def _write_pages(suite: "Suite", runs: Path, outcome: Outcome) -> list[Path]:
    """An index of all runs, the engines of this suite in one table first; of published works, what they published beside them."""
    from streamgauge.cli.report import published_pages
    from streamgauge.report.index import index_page, readable_runs
    from streamgauge.runs.folder import write_text

    found, unread = readable_runs(runs)
    pages = {runs / "index.html": index_page(found, unread, runs, tables=engine_tables(outcome.results))}
    pages |= published_pages(found, unread, runs / "published") if suite.works else {}
    for path, page in pages.items():
        write_text(path, page)
    return list(pages)


def _write_page(results: list[dict[str, Any]]) -> None:
    """The page of a run that has just been made, to which the index leads."""
    from streamgauge.report.page import report_page
    from streamgauge.runs.folder import write_text
    from streamgauge.runs.reading import read_run

    for folder in (Path(each["folder"]) for each in results):
        write_text(folder / "report.html", report_page([read_run(folder)]))


def _print(suite: "Suite", outcome: Outcome, pages: list[Path], *, as_json: bool) -> None:
    if as_json:
        data = {"suite": suite.name, "runs": outcome.results, "skipped": outcome.skipped}
        failed = [{"what": each.what, "where": each.where, "try": each.fix} for each in outcome.failed]
        print_json("suite", data | {"failed": failed, "pages": [str(each) for each in pages]})
        return
    for result in outcome.results:
        print_result(result)
        _print_note(f"about: {result['about']}")
        if result["published"]:
            _print_note(f"published: {result['published']}")
    for table in engine_tables(outcome.results):
        print_table(table.title, table.headings, table.rows)
        print(f"{table.note}.")
    for text in outcome.skipped:
        _print_note(f"skipped: {text}")
    for error in outcome.failed:
        print(f"FAILED: {error.what}")
    for page in pages:
        print(f"page: {page}")


def _print_plan(suite: "Suite", planned: "list[tuple[SuitePlan, PlannedRun]]", outcome: Outcome, *, as_json: bool) -> None:
    rows = [
        {
            "experiment": each.experiment.name,
            "workload": each.plan.workload.name,
            "engines": ", ".join(engine.name for engine in each.plan.engines),
            "points": len(each.points),
            "trials": each.plan.trials,
            "about": plan.about,
        }
        for plan, each in planned
    ]
    if as_json:
        told = [row | {"published": plan.published} for row, (plan, _) in zip(rows, planned, strict=True)]
        print_json("suite", {"suite": suite.name, "planned": told, "skipped": outcome.skipped})
        return
    together = _together(rows)
    title = f"suite {suite.name}: {suite.summary}"
    print_table(title, list(together[0]) if together else ["run"], [list(row.values()) for row in together])
    for text in outcome.skipped:
        _print_note(f"skipped: {text}")


def _print_note(text: str) -> None:
    print(textwrap.fill(text, NOTE_WIDTH, subsequent_indent="  "))


def _together(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows that differ in nothing but the workload as one."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        first = found.setdefault(tuple(value for name, value in row.items() if name != "workload"), row)
        if first is not row:
            first["workload"] += f", {row['workload']}"
    return list(found.values())
