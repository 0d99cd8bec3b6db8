"""What the documents say works: links lead somewhere, code runs, commands exist and print what is shown."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from streamgauge.cli.main import VERBS, application, run
from streamgauge.engines.base import Engine, EngineSession, RunningFlow
from streamgauge.experiments.plan_file import planned_runs
from tests.docs.pages import NAMES, ROOT, anchors, blocks, links, quoted, sessions, text_of

CHEAP = ("list", "show", "generate", "reference")


@pytest.mark.parametrize("name", NAMES)
def test_links_resolve(name: str) -> None:
    for link in links(text_of(name)):
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("docs/printed/")])
def test_python_runs(name: str) -> None:
    """Of the pages written by hand; `test_printed` runs the others'."""
    names: dict[str, object] = {}
    for block in blocks(text_of(name), "python"):
        test = doctest.DocTestParser().get_doctest(block, names, name, name, 0)
        assert test.examples, f"no prompt in {block!r}"
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


@pytest.mark.parametrize("name", NAMES)
def test_commands_and_their_options_exist(name: str) -> None:
    for arguments in quoted(text_of(name)):
        verb, *rest = arguments
        options = {word.partition("=")[0] for word in rest if word.startswith("--")}
        if verb.startswith("--"):
            assert verb in ("--help", "--version"), arguments
            continue
        assert verb in VERBS, arguments
        known = {option for argument in application()[verb].assemble_argument_collection() for option in argument.names}
        assert options <= known | {"--help", "--debug"}, arguments


@pytest.mark.parametrize("name", NAMES)
def test_plans_can_be_planned(name: str) -> None:
    for plan in map(tomllib.loads, blocks(text_of(name), "toml")):
        assert "experiment" not in plan or planned_runs(plan, name)


@pytest.mark.parametrize("name", NAMES)
def test_cheap_commands_work(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words in capitals stand for something else, and a verb alone is only named: such commands are outlines."""
    monkeypatch.chdir(tmp_path)
    for arguments in quoted(text_of(name)):
        is_outline = any(word.isupper() for word in arguments) or (len(arguments) == 1 and arguments != ["list"])
        if is_cheap(arguments) and not is_outline:
            assert run(arguments) == 0, arguments


@pytest.mark.parametrize("name", [name for name in NAMES if list(sessions(text_of(name)))])
def test_shown_sessions_are_what_happens(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """In order and in one folder; `...` stands for what the page leaves out."""
    monkeypatch.chdir(tmp_path)
    for shown in sessions(text_of(name)):
        if is_cheap(shown.arguments) or is_light_verification(shown.arguments):
            run(shown.arguments)
            stdout, stderr = capfd.readouterr()
            progress = [line for line in shown.output if line.startswith("streamgauge: ")]
            assert set(progress) <= set(stderr.splitlines())
            assert_shows([line for line in shown.output if line not in progress], stdout.splitlines())


@pytest.mark.parametrize("contract", [Engine, EngineSession, RunningFlow], ids=lambda contract: contract.__name__)
def test_the_page_for_engines_names_the_whole_contract(contract: type) -> None:
    page, members = text_of("docs/add-an-engine.md"), [name for name in vars(contract) if not name.startswith("_")]
    assert members
    assert [name for name in members if not re.search(rf"`{name}[`(]", page)] == []


def is_cheap(arguments: list[str]) -> bool:
    """No JVM is started and little is computed."""
    return arguments[0] in CHEAP and "--engine" not in arguments


def is_light_verification(arguments: list[str]) -> bool:
    return arguments[0] == "verify" and ("--answer" in arguments or {"reference", "files"} <= set(arguments))


def assert_shows(shown: list[str], printed: list[str]) -> None:
    at = shown.index("...") if "..." in shown else None
    start, end = (shown, []) if at is None else (shown[:at], shown[at + 1 :])
    assert [line.rstrip() for line in printed[: len(start)]] == start
    assert [line.rstrip() for line in printed[len(printed) - len(end) :]] == end
    assert at is not None or len(printed) == len(start)
