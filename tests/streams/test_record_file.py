"""Somebody's file as a stream: its lines are the events, whichever slice is asked for."""

import errno
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.errors import RequestError
from streamgauge.streams import record_file
from streamgauge.streams.record_file import RecordFile

LINES = st.lists(st.binary(max_size=5).filter(lambda line: b"\n" not in line and not line.endswith(b"\r")), min_size=1)


@given(lines=LINES, ends=st.sampled_from([b"\n", b"\r\n"]), cut=st.integers(0, 20), block=st.integers(1, 20))
def test_every_slice_is_its_lines(lines: list[bytes], ends: bytes, cut: int, block: int) -> None:
    """Whatever the line ends, and wherever the blocks in which the file is looked through end."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(record_file, "_BLOCK_BYTES", block)
        path = Path(folder) / "lines"
        path.write_bytes(b"".join(line + ends for line in lines))
        stream = RecordFile(path)
        assert len(stream) == len(lines)
        assert stream.records(0, len(lines)) == lines
        cut = min(cut, len(lines))
        assert stream.records(0, cut) + stream.records(cut, len(lines)) == lines
        number, size = stream.longest()
        assert size == len(lines[number] + ends) == max(len(line + ends) for line in lines)


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"a\n\nb")
    assert RecordFile(path).records(0, 9) == [b"a", b"", b"b"]
    path.write_bytes(b"a\n\nb\nc")
    assert len(RecordFile(path)) == 4


@pytest.mark.parametrize("kind", ["missing", "empty", "folder", "pipe"])
def test_what_is_no_file_of_records_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "lines"
    match kind:
        case "empty":
            path.touch()
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
    with pytest.raises(RequestError, match="the input") as refused:
        RecordFile(path)
    assert refused.value.where == str(path)


def test_a_closed_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the refusal is played."""

    def deny(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    path = tmp_path / "lines"
    path.write_bytes(b"a\n")
    monkeypatch.setattr(Path, "open", deny)
    with pytest.raises(RequestError, match="Permission denied"):
        RecordFile(path)
