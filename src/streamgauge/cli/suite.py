"""`streamgauge suite`: a named set of runs, and an index page over them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from streamgauge.cli.earlier import EarlierRuns
from streamgauge.cli.failures import in_words
from streamgauge.cli.list import list_command
from streamgauge.cli.options import Json
from streamgauge.cli.run import run_planned
from streamgauge.cli.screen import say
from streamgauge.cli.suite_outcome import Outcome
from streamgauge.cli.suite_plan import chosen_plans, flags_of, planned_suite
from streamgauge.cli.suite_print import print_outcome, print_planned
from streamgauge.errors import ExitCode, StreamgaugeError
from streamgauge.host.interrupts import was_interrupted
from streamgauge.report.packages import require_packages

if TYPE_CHECKING:
    from streamgauge.experiments.plan_file import PlannedRun
    from streamgauge.suites import Suite, SuitePlan


def suite_command(
    name: str | None = None,
    /,
    *,
    engine: str | None = None,
    trials: int | None = None,
    rates: Literal["scaled", "published"] = "scaled",
    only: str | None = None,
    short: Json = False,
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
    short:
        Only try whether every plan works here: one trial, few events, low rates, seconds. Its figures mean nothing and are marked
        as such; exit 0 unless something fails or an answer is wrong.
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
    suite, outcome = load_suite(name), Outcome(is_short=short)
    plans = chosen_plans(suite, only, wants_published=rates == "published")
    planned = planned_suite(suite.name, plans, flags_of(engine, trials), outcome)
    earlier = EarlierRuns(runs) if resume else None
    if dry_run:
        left = [(plan, each) for plan, each in planned if earlier is None or earlier.take(each) is None]
        print_planned(suite, left, outcome, as_json=json)
        return ExitCode.OK
    require_packages("altair", "jinja2", "vl_convert")  # now, and not after hours
    try:
        for number, (plan, each) in enumerate(planned, start=1):
            what = f"suite {name}, run {number} of {len(planned)}: {each.experiment.name} of {each.plan.workload.name}"
            if earlier and (result := earlier.take(each)):
                say(f"{what}: there already, {result['folder']}")
                outcome.add([result], plan)
            else:
                say(f"{what} ({outcome.about(plan)})")
                _run(plan, each, runs, outcome)
    finally:
        _tell(suite, runs, outcome, as_json=json)
    return outcome.code


def _run(plan: "SuitePlan", planned: "PlannedRun", runs: Path, outcome: Outcome) -> None:
    """Run it and make its page; an error is told and kept, and the suite goes on."""
    results: list[dict[str, Any]] = []
    try:
        run_planned([planned], runs, results)
        _write_page(results)
    except Exception as error:
        if was_interrupted():
            raise KeyboardInterrupt from error
        told = in_words(error)
        say(str(told))
        outcome.failed.append(told)
    finally:
        outcome.add(results, plan)


def _tell(suite: "Suite", runs: Path, outcome: Outcome, *, as_json: bool) -> None:
    """The pages, and what came out, which is printed even if the pages meet an error that nobody foresaw."""
    pages: list[Path] = []
    try:
        pages = _pages(suite, runs, outcome)
    finally:
        print_outcome(suite, outcome, pages, as_json=as_json)


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
    pages = {runs / "index.html": index_page(found, unread, runs, tables=outcome.tables)}
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
