"""Folders of snapshots: made once and gone on from, by the flow that they were made for and by no other."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from streamgauge.engines.flink.checkpoints import newest_checkpoint, recovery_settings
from streamgauge.engines.recovery import MadeFor, prepare, require_own
from streamgauge.errors import RequestError
from tests.flow.event_flows import FLOWS

MINE = MadeFor.of(FLOWS["measures"], "in", tasks=2)


@pytest.mark.parametrize("is_there", [False, True])
def test_a_folder_is_made_once_and_gone_on_from(tmp_path: Path, *, is_there: bool) -> None:
    folder = tmp_path / "recovery" / "in"
    if is_there:
        folder.mkdir(parents=True)
    for _ in range(2):
        require_own(folder, MINE)
        prepare(folder, MINE, lambda: (folder / "part").touch(exist_ok=False))
    assert (folder / "part").exists()


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (MadeFor.of(FLOWS["session"], "in", tasks=2), "snapshots of another flow"),
        (replace(MINE, topic="in2"), "for the topic in, not in2"),
        (replace(MINE, tasks=3), "of 2 workers, not of 3"),
    ],
)
def test_a_folder_of_something_else_is_refused(tmp_path: Path, other: MadeFor, why: str) -> None:
    prepare(tmp_path, MINE)
    with pytest.raises(RequestError, match=why) as refused:
        require_own(tmp_path, other)
    assert refused.value.where == str(tmp_path)


def test_a_folder_of_other_things_is_no_recovery_folder(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(RequestError, match="does not say"):
        require_own(tmp_path, MINE)
    with pytest.raises(RequestError, match="is a file"):
        require_own(tmp_path / "thesis.txt" / "in", MINE)


def test_flink_goes_on_from_the_newest_whole_checkpoint(tmp_path: Path) -> None:
    assert "execution.state-recovery.path" not in recovery_settings(tmp_path, MINE)
    for seconds, name in enumerate(("b/chk-9", "a/chk-1", "a/chk-2")):
        checkpoint = tmp_path / name
        checkpoint.mkdir(parents=True)
        if name != "a/chk-2":  # it was being written when the job was killed
            (checkpoint / "_metadata").touch()
        os.utime(checkpoint, (seconds, seconds))
    assert newest_checkpoint(tmp_path) == tmp_path / "a" / "chk-1"
    assert recovery_settings(tmp_path, MINE)["execution.state-recovery.path"] == (tmp_path / "a" / "chk-1").as_uri()
