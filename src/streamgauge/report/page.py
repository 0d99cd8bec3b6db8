"""Runs as one HTML page: no network, no scripts, readable in light and dark and on paper. Equal input gives equal bytes."""

import json
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from streamgauge.errors import StreamgaugeError
from streamgauge.measure.definitions import DEFINITIONS, Definition
from streamgauge.report.answer import answer_of, objective_table, question_of
from streamgauge.report.compare import compare_runs
from streamgauge.report.compare_words import comparison_notes, comparison_summary, comparison_table
from streamgauge.report.compared import SHOWN
from streamgauge.report.damaged import reading
from streamgauge.report.packages import require_packages
from streamgauge.report.question import Defaults, none_known
from streamgauge.report.sections import sections_of
from streamgauge.report.sections.budget import Budget
from streamgauge.report.template import definition, render
from streamgauge.report.view import Section
from streamgauge.runs.reading import Run
from streamgauge.runs.toml import to_toml

_MOST_COMPARED = 6  # comparisons with earlier runs on one page


def report_page(runs: Sequence[Run], defaults: Defaults = none_known) -> str:
    """The page of a run; or of several, with what they have in common first, for which `compare_runs` takes the `defaults`."""
    require_packages("altair", "jinja2", "vl_convert")
    parts, budget = [], Budget.beside(runs)
    for number, run in enumerate(runs, start=1):
        with reading(run):
            parts.append(_run_part(run, f"r{number}-" if len(runs) > 1 else "", budget))
    compared = list(_comparisons(runs, defaults))
    values = {
        "title": question_of(runs[0].result) if len(runs) == 1 else f"{len(runs)} runs",
        "overview": _overview(runs, parts) if len(runs) > 1 else None,
        "comparisons": compared,
        "runs": parts,
        "definitions": _definitions(runs, parts, compared),
    }
    return render("page.html.jinja", values)


def _run_part(run: Run, prefix: str, budget: Budget) -> dict[str, Any]:
    return {
        "prefix": prefix,
        "id": run.id,
        "started": run.started[:16].replace("T", " "),
        "question": question_of(run.result),
        "answer": answer_of(run.result),
        "objectives": objective_table(run.result),
        "sections": list(sections_of(run, prefix, budget)),
        "command": run.manifest.get("command", ""),
        "plan": f"streamgauge run --plan {shlex.quote(_plan_beside_runs(run))}" if run.has_plan else "",
        "damaged": "; ".join(run.damaged),
        "asked": to_toml(run.plan) if run.has_plan else "",
        "manifest": json.dumps(run.manifest, indent=2, sort_keys=True, ensure_ascii=False),
    }


def _plan_beside_runs(run: Run) -> str:
    """Where its plan lies, seen from the folder that the runs' folder lies in."""
    folder = run.path.resolve()
    return f"{folder.parent.name}/{folder.name}/plan.toml"


def _overview(runs: Sequence[Run], parts: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """One line for each run."""
    return [
        {
            "anchor": f"{part['prefix']}top",
            "id": run.id,
            "question": part["question"],
            "answer": part["answer"],
        }
        for run, part in zip(runs, parts, strict=True)
    ]


def _comparisons(runs: Sequence[Run], defaults: Defaults) -> Iterator[Section]:
    """Every run with the first before it that it can be compared with."""
    found = 0
    for number, run in enumerate(runs):
        if found == _MOST_COMPARED:
            said = f"{run.id} and what follows it are not compared with earlier runs here: streamgauge compare does it"
            yield Section("runs-compared", "", notes=[said])
            return
        if compared := _with_an_earlier_one(run, runs[:number], defaults):
            yield compared
            found += 1


def _with_an_earlier_one(run: Run, earlier: Sequence[Run], defaults: Defaults) -> Section | None:
    for baseline in earlier:
        try:
            compared = compare_runs(baseline, run, defaults=defaults)
        except StreamgaugeError:
            continue
        tables, notes = [comparison_table(compared)], comparison_notes(compared)
        return Section("runs-compared", "", tables=tables, words=comparison_summary(compared), notes=notes)
    return None


def _definitions(runs: Sequence[Run], parts: Sequence[dict[str, Any]], compared: Sequence[Section]) -> list[Definition]:
    """Of every number that a table links, and of every figure that an engine has."""
    tables = [table for part in parts for section in part["sections"] for table in section.tables]
    linked = {name for table in tables for name in (*table.defines.values(), *table.explains.values())} | {"ratio", "noise_floor"}
    linked |= {definition(str(row[1])) for part in parts if part["objectives"] for row in part["objectives"].rows}
    linked |= {name for run in runs for entry in run.result["engines"] for name in entry}
    linked |= {definition(figure) for figure in SHOWN} if compared else set()
    return [DEFINITIONS[name] for name in sorted(linked & DEFINITIONS.keys())]
