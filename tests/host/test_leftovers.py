"""Temporary folders are gone afterwards, also those of a process that was killed, and no others."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from streamgauge.host.leftovers import locked, remove, sweep, working_folder
from streamgauge.host.processes import GuardedProcess

from .test_processes import comes_true

KILLED = """
import os, sys
from pathlib import Path
from streamgauge.host.leftovers import locked
lock = locked(Path(sys.argv[1]))
os.kill(os.getpid(), 9)
"""


def test_a_working_folder_is_locked_and_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with working_folder() as folder:
        (folder / "data").write_text("x")
        assert f"-{os.getpid()}-" in folder.name
        assert sweep(tmp_path) == []
    assert not folder.exists()


def test_folders_of_the_killed_are_swept_and_no_others(tmp_path: Path) -> None:
    """What counts is the lock: the process ids in the names, if any, may be those of another container."""
    dead, own, being_made, others = (
        tmp_path / name for name in ("streamgauge-kafka-abc", "streamgauge-4194303-abc", "streamgauge-1-abc", "other-1-abc")
    )
    for folder in (dead, own, being_made, others):
        folder.mkdir()
        (folder / "file").write_text("x")
    (others / ".lock").touch()
    subprocess.run([sys.executable, "-c", KILLED, str(dead)], check=False)
    with locked(own):
        assert sweep(tmp_path) == [dead]
    assert not dead.exists()
    assert all(folder.exists() for folder in (own, being_made, others))


def test_the_folder_of_a_guarded_process_is_locked_until_its_guard_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "streamgauge-data"
    folder.mkdir()
    with GuardedProcess.start(["sleep", "60"], log_path=tmp_path / "log", remove_after=folder) as process:
        assert sweep(tmp_path) == []
        process._guard.kill()
        process._guard.wait()
        assert comes_true(lambda: sweep(tmp_path) == [folder])
    assert not folder.exists()


def test_what_is_left_of_an_interrupted_removal_can_be_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "streamgauge-1-abc"
    (folder / "data").mkdir(parents=True)
    locked(folder).close()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("shutil.rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            remove(folder)
    assert sweep(tmp_path) == [folder]
    assert not folder.exists()
