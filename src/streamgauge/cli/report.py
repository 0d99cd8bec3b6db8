"""`streamgauge report`: runs as one HTML page, or an index over them."""

from pathlib import Path

from streamgauge.cli.options import Json, file_to_write
from streamgauge.cli.screen import print_json
from streamgauge.errors import RequestError


def report_command(
    *run: str,
    index: Json = False,
    baseline: str | None = None,
    to: Path | None = None,
    runs: Path = Path("runs"),
    json: Json = False,
) -> None:
    """Make a page of a run, or of several: one file, no network.

    Parameters
    ----------
    run:
        A run folder, the name of a run, last, or last~1 for the one before; several make one page.
    index:
        Make an index instead, engines by workloads; of all runs, if none is given.
    baseline:
        index: the engine that the others are set in relation to; the first one, if it is not given.
    to:
        The page. If it is not given: report.html in the run folder, or for several runs, here; index.html beside the runs.
    runs:
        The folder that holds the runs.
    json:
        Print JSON.
    """
    from streamgauge.runs.folder import write_text

    if baseline is not None and not index:
        raise RequestError("only an index has a baseline", where="--baseline", fix="--index")
    target, page = _index(run, baseline, to, runs) if index else _page(run, to, runs)
    write_text(target, page)
    if json:
        print_json("report", {"page": str(target), "bytes": len(page.encode())})
    else:
        print(f"page: {target}")


def _page(names: tuple[str, ...], to: Path | None, runs: Path) -> tuple[Path, str]:
    from streamgauge.report.page import report_page
    from streamgauge.runs.reading import find_run, read_run

    if not names:
        raise RequestError("which run?", where="report RUN...", fix="streamgauge report last")
    folders = [find_run(each, runs) for each in names]
    target = file_to_write(to or (folders[0] if len(folders) == 1 else Path()) / "report.html", "--to")
    return target, report_page([read_run(folder) for folder in folders])


def _index(names: tuple[str, ...], baseline: str | None, to: Path | None, runs: Path) -> tuple[Path, str]:
    from streamgauge.report.index import index_page, readable_runs
    from streamgauge.runs.reading import find_run, read_run

    chosen = [read_run(find_run(each, runs)) for each in names]
    found, unread = (chosen, []) if names else readable_runs(runs)
    if not found:
        raise RequestError("there is no run with a result", where=str(runs), fix="streamgauge list runs")
    target = file_to_write(to or runs / "index.html", "--to")
    return target, index_page(found, unread, target.parent, baseline)
