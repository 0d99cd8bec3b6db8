"""Folders of snapshots: made once and gone on from, by the flow that they were made for and by no other."""

import os
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from streamgauge.engines.flink.checkpoints import consumed_before, newest_checkpoint, recovery_settings
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


def test_flink_says_in_a_checkpoint_how_far_it_had_come(tmp_path: Path) -> None:
    """Of each partition the next offset; those of other topics, and of partitions that were not begun, count nothing."""
    assert consumed_before(None, "in", 3) == [0, 0, 0]
    splits = [("in", 0, 7), ("in", 1, -2), ("in", 2, 300), ("in", 2, 200), ("in2", 0, 5), ("win", 0, 1)]
    states = [struct.pack(f">H{len(name)}siqq", len(name), name.encode(), *rest, -(2**63)) for name, *rest in splits]
    enumerated = struct.pack(">H2sii", 2, b"in", 0, 1)  # what is only assigned
    (tmp_path / "_metadata").write_bytes(b"\n\x00".join([enumerated, *states, b""]))
    assert consumed_before(tmp_path, "in", 3) == [7, 0, 200]
