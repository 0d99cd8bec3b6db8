"""`streamgauge report`: a run as one HTML page."""

from pathlib import Path

from streamgauge.cli.options import Json, file_to_write
from streamgauge.cli.screen import print_json


def report_command(run: Path, /, *, to: Path | None = None, json: Json = False) -> None:
    """Make a page of a run: one file, no network.

    Parameters
    ----------
    run:
        The run folder.
    to:
        The page; report.html in the run folder if it is not given.
    json:
        Print JSON.
    """
    from streamgauge.report.page import run_page
    from streamgauge.runs.folder import write_text
    from streamgauge.runs.reading import read_run

    page = run_page(read_run(run))
    target = file_to_write(to or run / "report.html", "--to")
    write_text(target, page)
    if json:
        print_json("report", {"page": str(target), "bytes": len(page.encode())})
    else:
        print(f"page: {target}")
