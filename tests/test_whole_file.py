"""A file is whole or not there."""

from pathlib import Path

import pytest

from streamgauge.whole_file import whole_file


def test_an_error_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "answer"
    path.write_text("before")
    with pytest.raises(OSError, match="disk full"):
        _write_half(path)
    assert [each.name for each in tmp_path.iterdir()] == ["answer"]
    assert path.read_text() == "before"


def test_an_error_before_anything_was_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "missing" / "answer") as half:
        half.write_text("nowhere to write")


def _write_half(path: Path) -> None:
    with whole_file(path) as half:
        half.write_text("hal")
        raise OSError("disk full")
