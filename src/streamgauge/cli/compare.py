"""`streamgauge compare`: two runs beside each other, and a gate for continuous integration."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from streamgauge.cli.defaults import property_defaults
from streamgauge.cli.options import Json
from streamgauge.cli.screen import NOTE_WIDTH, print_json, print_table
from streamgauge.errors import ExitCode

if TYPE_CHECKING:
    from streamgauge.report.compare import Comparison
    from streamgauge.report.gate import Judged

Several = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)]


def compare_command(
    baseline: str,
    contender: str,
    /,
    *,
    fail_on: Several = (),
    figure: Several = (),
    runs: Path = Path("runs"),
    json: Json = False,
) -> ExitCode:
    """Compare two runs of one experiment, workload, load and machine.

    Parameters
    ----------
    baseline:
        The run to compare with: a run folder, the name of a run, last, or last~1 for the one before.
    contender:
        The run that is compared.
    fail_on:
        Exit 1 if a figure became worse by more than a share, such as "latency_ms.p99 worse than 5%", even at the bound of the
        interval that is nearest to no change; exit 6 if that cannot be told. May be given several times.
    figure:
        One more figure to compare; may be given several times.
    runs:
        The folder that holds the runs.
    json:
        Print JSON.
    """
    from streamgauge.report.compare import compare_runs
    from streamgauge.report.gate import judge_all, parse_gate
    from streamgauge.runs.reading import find_run, read_run

    gates = [parse_gate(text) for text in fail_on]
    first, second = (read_run(find_run(each, runs)) for each in (baseline, contender))
    comparison = compare_runs(first, second, [*(gate.figure for gate in gates), *figure], property_defaults)
    judged = judge_all(gates, comparison)
    if json:
        print_json("compare", comparison.to_data() | {"gates": [each.to_data() for each in judged]})
    else:
        _print(comparison, judged)
    return _code(judged)


def _print(comparison: "Comparison", judged: "list[Judged]") -> None:
    from streamgauge.report.compare_words import comparison_remarks, comparison_table

    table = comparison_table(comparison)
    print_table(table.title, table.headings, table.rows)
    for line in [*comparison_remarks(comparison), *map(str, judged)]:
        print(textwrap.fill(line, NOTE_WIDTH, subsequent_indent="  "))


def _code(judged: "list[Judged]") -> ExitCode:
    from streamgauge.report.gate import Judgement

    said = {each.judgement for each in judged}
    if Judgement.FAILED in said:
        return ExitCode.OBJECTIVE_MISSED
    return ExitCode.INCONCLUSIVE if Judgement.UNKNOWN in said else ExitCode.OK
