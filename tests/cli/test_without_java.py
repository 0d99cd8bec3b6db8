"""No Java: said in three lines, at once, with exit code 4."""

import os
import sys
from pathlib import Path

import pytest

from streamgauge.errors import ExitCode

from .command import streamgauge_process


@pytest.fixture
def without_java(tmp_path: Path) -> dict[str, str]:
    """An environment in which no program is found."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return {name: value for name, value in os.environ.items() if name != "JAVA_HOME"} | {"PATH": str(empty)}


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "latency", "wordcount"),
        ("run", "throughput", "grep", "--engine", "spark-microbatch", "--transport", "files"),
        ("verify", "wordcount", "--engine", "spark-microbatch"),
        ("verify", "wordcount", "--engine", "reference"),
    ],
    ids=" ".join,
)
def test_commands(without_java: dict[str, str], tmp_path: Path, arguments: tuple[str, ...]) -> None:
    outcome = streamgauge_process(*arguments, env=without_java, cwd=tmp_path)
    assert "no Java was found" in outcome.refuses(ExitCode.ENVIRONMENT)
    assert outcome.out == ""
    assert not (tmp_path / "runs").exists()


def test_show_with_a_plan(without_java: dict[str, str], tmp_path: Path) -> None:
    outcome = streamgauge_process("show", "grep", "--engine", "spark-microbatch", env=without_java, cwd=tmp_path)
    assert outcome.code == ExitCode.ENVIRONMENT
    assert "no Java was found" in outcome.err


def test_what_needs_no_java_works(without_java: dict[str, str], tmp_path: Path) -> None:
    arguments = ("verify", "grep", "--engine", "reference", "--transport", "files", "--events", "100", "--quiet", "0.2")
    assert streamgauge_process(*arguments, env=without_java, cwd=tmp_path).code == ExitCode.OK


def test_doctor(without_java: dict[str, str], tmp_path: Path) -> None:
    outcome = streamgauge_process("doctor", env=without_java, cwd=tmp_path)
    assert outcome.code == ExitCode.ENVIRONMENT
    lines = outcome.out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("FAIL  java"))
    assert "no Java was found" in lines[at]
    assert "where: JAVA_HOME is not set" in lines[at + 1]
    assert "try:   install a Java runtime" in lines[at + 2]

    outcome = streamgauge_process("doctor", "--json", env=without_java | {"JAVA_HOME": sys.prefix}, cwd=tmp_path)
    assert outcome.code == ExitCode.ENVIRONMENT
    states = {check["check"]: check["state"] for check in outcome.json["checks"]}
    assert (outcome.json["healthy"], states["java"], states["broker"]) == (False, "problem", "problem")
