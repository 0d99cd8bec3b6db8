"""Java is found where the engines would find it, and only if it is new enough."""

from pathlib import Path

import pytest

from streamgauge.errors import MachineError
from streamgauge.host.java import Java, find_java, require_java


def fake_java(folder: Path, script: str) -> Path:
    executable = folder / "bin" / "java"
    executable.parent.mkdir(parents=True)
    executable.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    executable.chmod(0o755)
    return executable


@pytest.mark.parametrize(("version", "major"), [("17.0.15", 17), ("1.8.0_402", 8), ("21", 21), ("25-ea", 25)])
def test_major_version(version: str, major: int) -> None:
    assert Java(Path("java"), version).major == major


def test_java_home_goes_before_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = fake_java(tmp_path / "home", """echo 'openjdk version "21.0.1"' >&2""")
    on_path = fake_java(tmp_path / "path", """echo 'openjdk version "17.0.1"' >&2""")
    monkeypatch.setenv("PATH", str(on_path.parent))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert require_java() == Java(home, "21.0.1")
    monkeypatch.delenv("JAVA_HOME")
    assert require_java() == Java(on_path, "17.0.1")


def test_an_old_java_is_refused_with_its_version_and_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable = fake_java(tmp_path, """echo 'java version "1.8.0_402"' >&2""")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MachineError, match=r"Java 1\.8\.0_402 is too old") as caught:
        require_java()
    assert caught.value.where == str(executable)
    assert "17" in caught.value.fix


def test_no_java_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="no Java was found"):
        find_java()


def test_an_empty_java_home_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MachineError, match="JAVA_HOME holds no bin/java"):
        find_java()


def test_a_java_that_only_complains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_java(tmp_path, "echo 'Unable to locate a Java Runtime.' >&2; exit 1")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(MachineError, match="Unable to locate"):
        find_java()
