"""A suite on the screen: what would be run, and what came out."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamgauge.cli.failures import error_data
from streamgauge.cli.results import print_result
from streamgauge.cli.screen import NOTE_WIDTH, print_json, print_table
from streamgauge.cli.suite_outcome import Outcome

if TYPE_CHECKING:
    from streamgauge.experiments.plan_file import PlannedRun
    from streamgauge.suites import Suite, SuitePlan


def print_outcome(suite: "Suite", outcome: Outcome, pages: list[Path], *, as_json: bool) -> None:
    """The results, what was left out, what failed, and where the pages are."""
    if as_json:
        data = {"suite": suite.name, "runs": outcome.results, "skipped": outcome.skipped}
        failed = [error_data(each) for each in outcome.failed]
        print_json("suite", data | {"failed": failed, "pages": [str(each) for each in pages]})
        return
    for result in outcome.results:
        print_result(result)
        _print_note(f"about: {result['about']}")
        if result["published"]:
            _print_note(f"published: {result['published']}")
    for table in outcome.tables:
        print_table(table.title, table.headings, table.rows)
        print(f"{table.note}.")
    for text in outcome.skipped:
        _print_note(f"skipped: {text}")
    for error in outcome.failed:
        print(f"{'FAILED' if outcome.counts(error) else 'inconclusive'}: {error.what}")
    for page in pages:
        print(f"page: {page}")


def print_planned(suite: "Suite", planned: "list[tuple[SuitePlan, PlannedRun]]", outcome: Outcome, *, as_json: bool) -> None:
    """What would be run; workloads that differ in nothing else stand in one line."""
    rows = [
        {
            "experiment": each.experiment.name,
            "workload": each.plan.workload.name,
            "engines": ", ".join(engine.name for engine in each.plan.engines),
            "points": len(each.points),
            "trials": each.plan.trials,
            "about": outcome.about(plan),
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
