"""An engine of another package is found by its entry point and passes the kit; one that is wrong does not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "toy_engine"
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")


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


def test_a_wrong_one_does_not(installed: Path, tmp_path: Path) -> None:
    """It loses the records whose offset is 7."""
    shutil.copytree(installed, tmp_path, dirs_exist_ok=True)
    running = tmp_path / "toy_engine" / "running.py"
    text = running.read_text()
    assert "is not None else decode(record)" in text
    running.write_text(text.replace("is not None else decode(record)", "is not None or record.offset == 7 else decode(record)"))
    ended = conformance(tmp_path, "test_toy.py", "-k", "test_step and identity and in_order")
    assert ended.returncode == 1, ended.stdout
    assert "missing" in ended.stdout
