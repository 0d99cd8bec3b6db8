"""The commands of the pages for beginners, run one after the other in one folder, as a reader would type them."""

from pathlib import Path

import pytest

from streamgauge.cli.main import run
from tests.docs.pages import blocks, quoted, text_of

PAGES = ("docs/quick-start.md", "docs/report.md")
STARTS_NOTHING = ("list", "show", "generate", "reference", "report", "compare")


def commands(page: str) -> list[list[str]]:
    """Those of the page's shell blocks."""
    shell = "".join(f"```sh\n{block}```\n" for block in blocks(text_of(page), "sh"))
    return list(quoted(shell))


def is_light(arguments: list[str]) -> bool:
    """Nothing is started but ourselves."""
    is_outline = arguments[0] == "suite" and (len(arguments) == 1 or "--dry-run" in arguments)
    return arguments[0] in STARTS_NOTHING or is_outline or {"reference", "files"} <= set(arguments)


def test_a_first_session_without_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick start, and then what the page about reports does with its two runs; a gate may fail, an error may not."""
    monkeypatch.chdir(tmp_path)
    first = [each for each in commands(PAGES[0]) if is_light(each)]
    for arguments in first:
        assert run(arguments) == 0, arguments
    for arguments in commands(PAGES[1]):
        assert is_light(arguments), arguments
        assert run(arguments) in (0, 1), arguments
    assert (tmp_path / "both.html").stat().st_size < 1_500_000
    assert (tmp_path / "runs" / "index.html").exists()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_whole_quick_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark and a broker are started."""
    monkeypatch.chdir(tmp_path)
    for arguments in commands(PAGES[0]):
        assert run(arguments) in (0, 6), arguments  # on a busy machine a measurement may prove nothing
