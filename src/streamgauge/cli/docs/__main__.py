"""`python -m streamgauge.cli.docs DOCS [--check]`: print the pages into DOCS/printed, or say which of them are out of date."""

import argparse
import sys
from pathlib import Path

from streamgauge.cli.docs import PAGES


def main() -> int:
    """The entry point; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m streamgauge.cli.docs", description="Print the pages that come from the code."
    )
    parser.add_argument("docs", type=Path, help="the folder of the documents; the pages go into its folder `printed`")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is out of date")
    arguments = parser.parse_args()
    folder: Path = arguments.docs / "printed"
    if not arguments.check:
        write(folder)
        return 0
    for name in (outdated := out_of_date(folder)):
        print(f"{folder / name} is out of date; try: make docs", file=sys.stderr)
    return 1 if outdated else 0


def write(folder: Path) -> None:
    """Write every page, and remove what is no page any more."""
    for name, page in PAGES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page(), encoding="utf-8", newline="\n")
    for name in _strangers(folder):
        (folder / name).unlink()


def out_of_date(folder: Path) -> list[str]:
    """The pages whose file is missing or differs, and the files that are no page."""
    return [name for name, page in PAGES.items() if _bytes(folder / name) != page().encode()] + _strangers(folder)


def _strangers(folder: Path) -> list[str]:
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    return sorted(name for name in found if name not in PAGES)


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
