"""`streamgauge report`: runs as one HTML page, an index over them, or what was published beside them."""

from pathlib import Path
from typing import TYPE_CHECKING

from streamgauge.cli.defaults import property_defaults
from streamgauge.cli.options import Json, file_to_write
from streamgauge.cli.screen import print_json
from streamgauge.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamgauge.runs.reading import Run


def report_command(
    *run: str,
    index: Json = False,
    published: Json = False,
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
    published:
        Make a page for each of the works that streamgauge comes from instead: what it published, with the figures of the runs
        beside it; of all runs, if none is given.
    baseline:
        index: the engine that the others are set in relation to; the one that most runs have, if it is not given.
    to:
        The page. If it is not given: report.html in the run folder, or for several runs, here; index.html beside the runs.
        published: the folder of the pages; published, beside the runs, if it is not given.
    runs:
        The folder that holds the runs.
    json:
        Print JSON.
    """
    from streamgauge.runs.folder import write_text

    if baseline is not None and not index:
        raise RequestError("only an index has a baseline", where="--baseline", fix="--index")
    if index and published:
        raise RequestError("an index, or what was published?", where="--index --published", fix="one of them")
    pages = _published(run, to, runs) if published else _index(run, baseline, to, runs) if index else _page(run, to, runs)
    for target, page in pages.items():
        write_text(target, page)
    if json:
        names = [str(each) for each in pages]
        size = sum(len(page.encode()) for page in pages.values())
        print_json("report", ({"pages": names} if published else {"page": names[0]}) | {"bytes": size})
    else:
        print(*(f"page: {target}" for target in pages), sep="\n")


def _page(names: tuple[str, ...], to: Path | None, runs: Path) -> dict[Path, str]:
    from streamgauge.report.page import report_page
    from streamgauge.runs.reading import find_run, read_run

    if not names:
        raise RequestError("which run?", where="report RUN...", fix="streamgauge report last")
    folders = [find_run(each, runs) for each in names]
    target = file_to_write(to or (folders[0] if len(folders) == 1 else Path()) / "report.html", "--to")
    return {target: report_page([read_run(folder) for folder in folders], property_defaults)}


def _index(names: tuple[str, ...], baseline: str | None, to: Path | None, runs: Path) -> dict[Path, str]:
    from streamgauge.report.index import index_page

    found, unread = _chosen(names, runs)
    if not found:
        raise RequestError("there is no run with a result", where=str(runs), fix="streamgauge list runs")
    target = file_to_write(to or runs / "index.html", "--to")
    return {target: index_page(found, unread, target.parent, baseline)}


def _published(names: tuple[str, ...], to: Path | None, runs: Path) -> dict[Path, str]:
    found, unread = _chosen(names, runs)
    return published_pages(found, unread, to or runs / "published")


def published_pages(runs: "Sequence[Run]", unread: "Sequence[str]", folder: Path) -> dict[Path, str]:
    """What the seed works published, with these runs beside it: a page for each, by where it belongs. The folder is made."""
    from streamgauge.report.reproduction import reproduction_pages
    from streamgauge.suites import load_suite

    if folder.is_file():
        raise RequestError(f"{str(folder)!r} is a file", where="--to", fix="--to FOLDER")
    if not folder.is_dir():
        file_to_write(folder, "--to").mkdir()
    pages = reproduction_pages(load_suite("seeds"), runs, folder, property_defaults, unread)
    return {folder / name: page for name, page in pages.items()}


def _chosen(names: tuple[str, ...], runs: Path) -> "tuple[list[Run], list[str]]":
    """The runs that are meant, all if none is named; and why others cannot be read."""
    from streamgauge.report.index import readable_runs
    from streamgauge.runs.reading import find_run, read_run

    return ([read_run(find_run(each, runs)) for each in names], []) if names else readable_runs(runs)
