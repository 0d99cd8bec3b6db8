"""What the documents say works: links lead somewhere, code runs, commands exist and print what is shown."""

import ast
import doctest
import inspect
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from streamgauge import dual
from streamgauge.cli.main import VERBS, application, run
from streamgauge.engines.base import Engine, EngineSession, RunningFlow
from streamgauge.errors import ExitCode
from streamgauge.experiments.lab import refuse_impossible
from streamgauge.experiments.plan_file import PlannedRun, planned_runs
from streamgauge.host.environments import NotSetUpError
from tests.docs.pages import NAMES, ROOT, anchors, blocks, is_outline, links, quoted, sessions, spoken, text_of, typed

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


@pytest.mark.parametrize("name", [name for name in NAMES if blocks(text_of(name), "py")])
def test_pieces_of_python_compile_and_name_what_there_is(name: str) -> None:
    """Pieces of a program of the reader's own cannot run; what they take from `streamgauge.dual` is called as it wants to be."""
    made: dict[str, object] = {}
    seen = 0
    for piece in blocks(text_of(name), "py"):
        tree = ast.parse(piece)
        for call in calls_of_dual(tree):
            taken = named(ast.unparse(call.func))
            keywords = {str(each.arg): None for each in call.keywords}
            inspect.signature(taken).bind(*call.args, **keywords)
            seen += 1
        made |= made_by_dual(tree)
        assert [each for each in attributes_of(tree, made) if not hasattr(made[each[0]], each[1])] == []
    assert seen


def named(called: str) -> Any:
    """What `dual.Name` or `dual.Name.method` is."""
    return reduce(getattr, called.split(".")[1:], dual)


def calls_of_dual(tree: ast.AST) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).startswith("dual.")]


def made_by_dual(tree: ast.AST) -> dict[str, object]:
    """Variables that hold an object of a class there."""
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
    calls = {ast.unparse(node.targets[0]): ast.unparse(node.value.func) for node in assigned if isinstance(node.value, ast.Call)}
    classes = {name: named(made) for name, made in calls.items() if made.startswith("dual.")}
    return {name: made for name, made in classes.items() if isinstance(made, type)}


def attributes_of(tree: ast.AST, names: Mapping[str, object]) -> list[tuple[str, str]]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    return [(node.value.id, node.attr) for node in found if isinstance(node.value, ast.Name) and node.value.id in names]


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
def test_commands_are_understood_with_their_values(name: str) -> None:
    """As the command line reads them. Between words an option may stand without its value, for it is only named."""
    named = [each for each in spoken(text_of(name)) if not each[-1].startswith("--")]
    for arguments in [*named, *typed(text_of(name))]:
        if not is_outline(arguments) and not {"--help", "--version"} & {*arguments}:
            plain = [word for word in arguments if word != "--debug"]
            application().parse_args(plain, exit_on_error=False, print_error=False)


@pytest.mark.parametrize("name", NAMES)
def test_runs_and_suites_can_be_planned(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as `run` goes before it starts anything, and as `suite --dry-run` does; values that mean nothing are refused."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("streamgauge.cli.run._run_all", only_planned)
    for arguments in typed(text_of(name)):
        if arguments[0] in ("run", "suite") and not is_outline(arguments):
            not_run = ["--dry-run"] if arguments[0] == "suite" and "--dry-run" not in arguments else []
            assert run([*arguments, *not_run]) == 0, arguments
    assert list(tmp_path.iterdir()) == []


def only_planned(planned: list[PlannedRun], _: Path, *, as_json: bool) -> ExitCode:
    """What is refused before a run starts; that an engine is not set up here is no fault of the page."""
    for point in (point for each in planned for point in each.points):
        with suppress(NotSetUpError):
            refuse_impossible(point.plan.workload, point.plan.engines, point.plan.transport)
    return ExitCode.OK


@pytest.mark.parametrize("name", NAMES)
def test_plans_can_be_planned(name: str) -> None:
    for plan in map(tomllib.loads, blocks(text_of(name), "toml")):
        assert "experiment" not in plan or planned_runs(plan, name)


@pytest.mark.parametrize("name", NAMES)
def test_cheap_commands_work(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are whole; an outline says what a command looks like."""
    monkeypatch.chdir(tmp_path)
    for arguments in quoted(text_of(name)):
        if is_cheap(arguments) and not is_outline(arguments):
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
