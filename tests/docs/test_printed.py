"""The printed pages are what the code prints now, and leave nothing out."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import streamgauge.flow
from streamgauge.cli.docs import PAGES
from streamgauge.cli.docs.__main__ import write
from streamgauge.cli.docs.step_notes import NO_STATE, NOTES
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
    write(printed)
    (printed / "cli.md").write_text("changed", encoding="utf-8")
    (printed / "flaws.md").unlink()
    (printed / "old.md").touch()
    (printed / "steps" / "old.md").touch()
    (printed / "steps" / "sink.md").write_text("changed", encoding="utf-8")
    done = check(tmp_path)
    assert done.returncode == 1
    told = [Path(line.split()[0]).relative_to(printed).as_posix() for line in done.stderr.splitlines()]
    assert told == ["cli.md", "flaws.md", "steps/sink.md", "old.md", "steps/old.md"]
    write(printed)
    assert check(tmp_path).returncode == 0


def test_every_step_has_a_page_and_its_line_of_notes() -> None:
    assert [name for name in PAGES if name.startswith("steps/")] == ["steps/README.md", *(f"steps/{kind}.md" for kind in STEPS)]
    assert NOTES.keys() == STEPS.keys()
    assert [kind for kind, step in STEPS.items() if (NOTES[kind].state == NO_STATE) == step.is_stateful] == []


@pytest.mark.parametrize("kind", STEPS)
def test_the_example_of_a_step_runs_with_the_import_that_the_index_names(kind: str) -> None:
    names = {name: getattr(streamgauge.flow, name) for name in streamgauge.flow.__all__}
    (example,) = blocks(text_of(f"docs/printed/steps/{kind}.md"), "python")
    test = doctest.DocTestParser().get_doctest(example, names, kind, kind, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("kind", STEPS)
def test_choices_and_flaws_are_explained(kind: str) -> None:
    """An empty cell would be a value without a comment beside it."""
    _, *explained = re.split(r"^## ", text_of(f"docs/printed/steps/{kind}.md"), flags=re.MULTILINE)
    assert [line for part in explained if not part.startswith("Engines") for line in part.splitlines() if "|  |" in line] == []


def test_pages_tell_nothing_of_this_machine() -> None:
    strange = ["0x7f", "object at", str(Path.home()), str(DOCS.parent)]
    assert [(name, word) for name, page in PAGES.items() for word in strange if word in page()] == []
