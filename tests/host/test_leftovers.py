"""Working folders are gone afterwards, also those of a process that was killed."""

import os
import subprocess
import sys
from pathlib import Path

from streamgauge.host.leftovers import sweep, working_folder


def test_a_working_folder_is_gone_afterwards() -> None:
    with working_folder() as folder:
        (folder / "data").write_text("x")
        assert f"-{os.getpid()}-" in folder.name
    assert not folder.exists()


def test_folders_of_dead_processes_are_swept_and_no_others(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead, own = tmp_path / f"streamgauge-{ended.pid}-abc", tmp_path / f"streamgauge-{os.getpid()}-abc"
    others = [tmp_path / name for name in ("streamgauge-logs-abc", "other-1-abc", "streamgauge-x1-abc")]
    for folder in (dead, own, *others):
        folder.mkdir()
        (folder / "file").write_text("x")
    assert sweep(tmp_path) == [dead]
    assert not dead.exists()
    assert all(folder.exists() for folder in (own, *others))
