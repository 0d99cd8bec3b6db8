"""The printed pages are what the code prints now, and leave nothing out."""

import doctest
import subprocess
import sys
from pathlib import Path

import streamgauge.flow
from streamgauge.cli.docs import PAGES
from streamgauge.cli.docs.steps import COLUMNS
from streamgauge.flow.steps import STEPS
from tests.docs.pages import DOCS, blocks, text_of


def check(folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "streamgauge.cli.docs", str(folder), "--check"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_pages_are_up_to_date() -> None:
    done = check(DOCS)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_changed_a_missing_and_a_strange_page_are_found(tmp_path: Path) -> None:
    printed = tmp_path / "printed"
    printed.mkdir()
    for name, page in PAGES.items():
        (printed / name).write_text(page(), encoding="utf-8")
    (printed / "cli.md").write_text("changed", encoding="utf-8")
    (printed / "flaws.md").unlink()
    (printed / "old.md").touch()
    done = check(tmp_path)
    assert done.returncode == 1
    assert [Path(line.split()[0]).name for line in done.stderr.splitlines()] == ["cli.md", "flaws.md", "old.md"]


def test_every_step_says_what_leaves_it() -> None:
    assert COLUMNS.keys() == STEPS.keys()


def test_examples_of_the_steps_run_with_the_import_that_the_page_names() -> None:
    names = {name: getattr(streamgauge.flow, name) for name in streamgauge.flow.__all__}
    for example in blocks(text_of("docs/printed/steps.md"), "python"):
        test = doctest.DocTestParser().get_doctest(example, dict(names), "steps.md", "steps.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_pages_tell_nothing_of_this_machine() -> None:
    strange = ["0x7f", "object at", str(Path.home()), str(DOCS.parent)]
    assert [(name, word) for name, page in PAGES.items() for word in strange if word in page()] == []
