"""An engine of another package is found by its entry point and passes the kit; one that is wrong does not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "toy_engine"
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")

# What the toy says, and what a wrong one would.
LOSES_RECORDS = ("is not None else decode(record)", "is not None or record.offset == 7 else decode(record)")
HIDES_A_FAILURE = ("return None if self._error is None else", "return None if True else")

IMPATIENT = "from streamgauge.testing import lifecycle\n\nlifecycle._WITHIN_S = 2.0\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built and installed from a copy: building leaves nothing in the project."""
    copy, target = tmp_path_factory.mktemp("source") / "toy_engine", tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, copy)
    subprocess.run([sys.executable, *PIP, "--target", str(target), str(copy)], check=True, timeout=60)
    shutil.copy(EXAMPLE / "test_toy.py", target)
    return target


def conformance(installed: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(installed), *arguments]
    env = {"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin", "HOME": str(installed)}
    return subprocess.run(command, cwd=installed, env=env, capture_output=True, text=True, timeout=170, check=False)


def test_it_passes(installed: Path) -> None:
    ended = conformance(installed, "test_toy.py", "-k", "not test_workload or files")
    assert ended.returncode == 0, ended.stdout
    assert " passed" in ended.stdout


@pytest.mark.parametrize(
    ("change", "tests", "told"),
    [
        (LOSES_RECORDS, "test_step and identity and in_order", "missing"),
        (HIDES_A_FAILURE, "test_a_failure_is_told", "does not tell"),
    ],
)
def test_a_wrong_one_does_not(installed: Path, tmp_path: Path, change: tuple[str, str], tests: str, told: str) -> None:
    shutil.copytree(installed, tmp_path, dirs_exist_ok=True)
    running, kit = tmp_path / "toy_engine" / "running.py", tmp_path / "test_toy.py"
    text, (right, wrong) = running.read_text(), change
    assert right in text
    running.write_text(text.replace(right, wrong))
    kit.write_text(kit.read_text() + IMPATIENT)
    ended = conformance(tmp_path, "test_toy.py", "-k", tests)
    assert ended.returncode == 1, ended.stdout
    assert told in ended.stdout
