"""Environments are made once, from their locks alone; what was interrupted is made anew. pip is real."""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from streamgauge.errors import MachineError
from streamgauge.host import environments
from streamgauge.host.environments import Environment, fetch, is_ready, python_of

OURS = f"{sys.version_info.major}.{sys.version_info.minor}"


def wheel(folder: Path) -> Path:
    """A package `greeting`, which knows one word."""
    path = folder / "greeting-1.0-py3-none-any.whl"
    info = "greeting-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("greeting.py", "WORD = 'hello'\n")
        file.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", f"greeting.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return path


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    monkeypatch.setenv("STREAMGAUGE_CACHE", str(tmp_path / "cache"))
    package = wheel(tmp_path)
    lock = tmp_path / "environment.txt"
    checksum = hashlib.sha256(package.read_bytes()).hexdigest()
    lock.write_text(f"greeting @ {package.as_uri()} --hash=sha256:{checksum}\n")
    return Environment("toy", (lock,), "1 MB", (OURS,))


def test_what_was_not_made_is_refused_with_the_command_that_makes_it(environment: Environment) -> None:
    assert not is_ready(environment)
    with pytest.raises(MachineError, match="toy is not set up") as refused:
        python_of(environment)
    assert refused.value.fix == "streamgauge setup toy"


def test_a_changed_lock_is_another_environment(environment: Environment) -> None:
    before = environment.folder
    environment.requirements[0].write_text("# other\n")
    assert environment.folder != before


@pytest.mark.slow
def test_made_once_and_told_about(environment: Environment) -> None:
    said: list[str] = []
    python = fetch(environment, said.append)
    word = subprocess.run([python, "-c", "import greeting; print(greeting.WORD)"], capture_output=True, text=True, check=True)
    assert word.stdout == "hello\n"
    assert "1 MB" in said[0]
    said.clear()
    assert fetch(environment, said.append) == python
    assert said == []


@pytest.mark.slow
def test_one_whose_python_has_gone_is_made_anew(environment: Environment) -> None:
    """Its own is a link to the one that it was made from, which may be updated or removed."""
    python = fetch(environment)
    python.unlink()
    assert not is_ready(environment)
    assert fetch(environment).exists()


@pytest.mark.slow
def test_an_interrupted_one_is_made_anew(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    run = environments._run

    def interrupted(command: list[str], *rest: object) -> None:
        if "pip" in command:
            raise KeyboardInterrupt
        run(command, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(environments, "_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch(environment)
    assert environment.folder.exists()
    assert not is_ready(environment)
    monkeypatch.setattr(environments, "_run", run)
    fetch(environment)
    assert is_ready(environment)


@pytest.mark.slow
def test_a_wrong_checksum_is_refused(environment: Environment) -> None:
    lock = environment.requirements[0]
    lock.write_text(lock.read_text().partition("sha256:")[0] + "sha256:" + "0" * 64 + "\n")
    with pytest.raises(MachineError, match="could not be made"):
        fetch(environment)
    assert not is_ready(environment)


def test_a_python_that_its_packages_do_not_know_is_refused(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    other = Environment("toy", environment.requirements, "1 MB", ("2.6",))
    with pytest.raises(MachineError, match=r"toy needs Python 2\.6"):
        fetch(other)
