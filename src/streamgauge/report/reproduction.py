"""A published work beside our own runs: each of its tables with our figures next to those printed, on one offline page.

Numbers of other machines are set side by side and never divided by each other. What is compared are relations: of one engine
to another, or of one setting to another, both within one run here and within one work there.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.measure.definitions import DEFINITIONS
from streamgauge.report.beside import tables_beside
from streamgauge.report.damaged import reading
from streamgauge.report.links import link_to
from streamgauge.report.machine import machine_of, software_of
from streamgauge.report.packages import require_packages
from streamgauge.report.question import Defaults
from streamgauge.report.template import render
from streamgauge.runs.reading import Run
from streamgauge.suites import Suite
from streamgauge.suites.published import Work


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
    found = [each for plan in plans for each in tables_beside(suite.name, plan, runs, defaults)]
    used = list({run.id: run for each in found for run in each.runs}.values())
    return {
        "work": work,
        "works": suite.works,
        "tables": found,
        "run_count": sum(each.is_measured for each in found),
        "machines": list(dict.fromkeys(map(machine_of, used))),
        "software": list(dict.fromkeys(map(software_of, used))),
        "runs": [_run(run, place) for run in sorted(used, key=lambda run: run.id)],
        "definitions": [DEFINITIONS[name] for name in sorted({name for each in found for name in each.figures} & {*DEFINITIONS})],
        "links": {run.id: link_to(run, place) for run in used},
    }


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
