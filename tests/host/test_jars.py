"""Jars are fetched once, whole, by one process at a time. Ivy is real; its repository is a folder."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from streamgauge.errors import MachineError, RequestError
from streamgauge.host import jars
from streamgauge.host.ivy import Coordinate, IvyRun
from streamgauge.host.jars_relock import relock

SETTINGS = """<ivysettings>
  <settings defaultResolver="folder"/>
  <resolvers>
    <filesystem name="folder" m2compatible="true">
      <ivy pattern="{root}/[organisation]/[module]/[revision]/[module]-[revision].pom"/>
      <artifact pattern="{root}/[organisation]/[module]/[revision]/[artifact]-[revision].[ext]"/>
    </filesystem>
  </resolvers>
</ivysettings>
"""

POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>{organisation}</groupId><artifactId>{module}</artifactId><version>{version}</version>
  <dependencies>{dependencies}</dependencies>
</project>
"""


@dataclass
class Repository:
    """A Maven repository in a folder, and a lock file for what is in it."""

    root: Path
    lock: Path
    sums: dict[str, str] = field(default_factory=dict)

    def publish(self, name: str, content: bytes, *, needs: str = "") -> Path:
        at = Coordinate.parse(name)
        folder = self.root.joinpath(*at.organisation.split("."), at.module, at.version)
        folder.mkdir(parents=True)
        (folder / f"{at.module}-{at.version}.pom").write_text(
            POM.format(organisation=at.organisation, module=at.module, version=at.version, dependencies=_dependency(needs))
        )
        jar = folder / f"{at.module}-{at.version}.jar"
        jar.write_bytes(content)
        self.pin(name, content)
        return jar

    def pin(self, name: str, content: bytes) -> None:
        self.sums[name] = hashlib.sha256(content).hexdigest()
        lines = "".join(f'"{pinned}" = "{checksum}"\n' for pinned, checksum in self.sums.items())
        self.lock.write_text(f"[tools.jars]\n{lines}")


def _dependency(name: str) -> str:
    if not name:
        return ""
    at = Coordinate.parse(name)
    return (
        f"<dependency><groupId>{at.organisation}</groupId><artifactId>{at.module}</artifactId>"
        f"<version>{at.version}</version></dependency>"
    )


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    settings = tmp_path / "ivysettings.xml"
    settings.write_text(SETTINGS.format(root=tmp_path / "repository"))
    monkeypatch.setenv("STREAMGAUGE_IVY_SETTINGS", str(settings))
    monkeypatch.setenv("STREAMGAUGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(jars, "LOCK_FILE", tmp_path / "jars.lock")
    return Repository(tmp_path / "repository", tmp_path / "jars.lock")


def test_fetch_verify_and_fetch_again(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.publish("org.example:hammer:1.0", b"hammer")
    repository.publish("org.example.deep:saw:2.0", b"saw", needs="org.example:absent:1.0")
    assert [jar.coordinate.module for jar in jars.missing("tools")] == ["hammer", "saw"]
    said: list[str] = []
    paths = jars.fetch("tools", said.append)
    assert [path.read_bytes() for path in paths] == [b"hammer", b"saw"]
    assert "2 of 2 fetched: saw 2.0" in said
    assert (jars.missing("tools"), jars.verify("tools")) == ([], [])
    # Nothing but the jars and the lock is left, and a second fetch starts no Ivy.
    assert {path.name for path in jars.jars_dir().iterdir()} == {*(path.name for path in paths), ".lock"}
    monkeypatch.setattr("streamgauge.host.ivy.retrieve", None)
    assert jars.fetch("tools") == paths


def test_a_jar_with_a_wrong_checksum_is_fetched_again_and_said(repository: Repository) -> None:
    repository.publish("org.example:hammer:1.0", b"hammer")
    (path,) = jars.fetch("tools")
    path.write_bytes(b"hamme")
    assert [jar.path for jar in jars.verify("tools")] == [path]
    said: list[str] = []
    assert jars.fetch("tools", said.append) == [path]
    assert path.read_bytes() == b"hammer"
    assert any("wrong checksum" in sentence for sentence in said)


def test_a_truncated_download_is_not_taken_but_its_neighbour_is(repository: Repository) -> None:
    repository.publish("org.example:hammer:1.0", b"hammer")
    repository.publish("org.example:saw:1.0", b"saw").write_bytes(b"sa")
    with pytest.raises(MachineError, match=r"org\.example:saw:1\.0 could not be fetched: its checksum") as caught:
        jars.fetch("tools")
    assert "streamgauge setup" in caught.value.fix
    assert [jar.coordinate.module for jar in jars.missing("tools")] == ["saw"]


def test_a_jar_that_cannot_be_reached_is_named(repository: Repository) -> None:
    repository.pin("org.example:ghost:1.0", b"")
    with pytest.raises(MachineError, match=r"org\.example:ghost:1\.0 could not be fetched: .*not found"):
        jars.fetch("tools")
    assert not list(jars.jars_dir().glob("*.jar"))


def test_what_a_killed_fetch_left_behind_is_removed(repository: Repository) -> None:
    repository.publish("org.example:hammer:1.0", b"hammer")
    left_over = jars.jars_dir() / ".fetch-killed" / "jars"
    left_over.mkdir(parents=True)
    jars.fetch("tools")
    assert not left_over.parent.exists()


def test_two_processes_at_once(repository: Repository) -> None:
    repository.publish("org.example:hammer:1.0", b"hammer" * 100_000)
    program = (
        "import sys; from pathlib import Path; from streamgauge.host import jars; "
        "jars.LOCK_FILE = Path(sys.argv[1]); print(len(jars.fetch('tools')[0].read_bytes()))"
    )
    command = [sys.executable, "-c", program, str(repository.lock)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0].strip() for process in both] == ["600000", "600000"]
    assert [process.returncode for process in both] == [0, 0]


def test_relock_pins_the_whole_closure(repository: Repository) -> None:
    repository.publish("org.example:nail:3.0", b"nail")
    repository.publish("org.example:hammer:1.0", b"hammer", needs="org.example:nail:3.0")
    pinned = dict(repository.sums)
    repository.lock.write_text('[tools]\ntransitive = true\nroots = ["org.example:hammer:1.0"]\n')
    relock(repository.lock)
    assert {str(jar.coordinate): jar.sha256 for jar in jars.pinned("tools")} == pinned
    once = repository.lock.read_text()
    relock(repository.lock)
    assert repository.lock.read_text() == once


def test_the_shipped_lock_pins_both_groups() -> None:
    assert {"spark-kafka", "kafka-broker"} <= set(jars.groups())
    for group in jars.groups():
        names = [jar.coordinate.file_name for jar in jars.pinned(group)]
        assert len(set(names)) == len(names) > 0
        assert all(len(jar.sha256) == 64 for jar in jars.pinned(group))


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(RequestError, match="no group of jars named 'spark'") as caught:
        jars.pinned("spark")
    assert "spark-kafka" in caught.value.fix


def test_the_line_that_tells_most_is_quoted() -> None:
    output = ("resolving", "\t\t:: org.example#ghost;1.0: not found", "exit")
    assert IvyRun(succeeded=False, output=output).complaint() == "org.example#ghost;1.0: not found"
