"""Records of somebody else's making: a file with one a line, in order of arrival.

Only where its lines begin is kept in memory, so a file may be larger than that. It has to be a plain file: it is read twice,
once to work out the answer and once to be sent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, ClassVar

from streamgauge.errors import RequestError
from streamgauge.streams.base import Stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK_BYTES = 1 << 24
_SLICE = 10_000


@dataclass(frozen=True, slots=True)
class RecordFile(Stream):
    """The lines of a file as a stream: line n, without its end, is event n - 1. It ends where the file does."""

    name: ClassVar[str] = "file"

    path: Path

    def __post_init__(self) -> None:
        if len(self) == 0:
            raise self._refused("the input holds no record")

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self), _SLICE):
            yield from self.records(start, _SLICE)

    def records(self, start: int, count: int) -> list[bytes]:
        first, end = int(self._starts[start]), int(self._starts[min(start + count, len(self))])
        with self.path.open("rb") as file:
            file.seek(first)
            lines = file.read(end - first).split(b"\n")
        return [line.rstrip(b"\r") for line in lines[: min(count, len(self) - start)]]

    def longest(self) -> tuple[int, int]:
        """The number of the longest record, and its bytes, line end included."""
        import numpy as np

        sizes = np.diff(self._starts)
        number = int(sizes.argmax())
        return number, int(sizes[number])

    @property
    def _starts(self) -> "NDArray[np.int64]":
        try:
            state = self.path.stat()
            if not S_ISREG(state.st_mode):
                raise self._refused("the input is no plain file")
            return _line_starts(self.path, state.st_size, state.st_mtime_ns)
        except OSError as error:
            raise self._refused(f"the input cannot be read: {error.strerror}") from None

    def _refused(self, what: str) -> RequestError:
        return RequestError(what, where=str(self.path), fix="--input FILE, with one record a line")


@lru_cache(maxsize=4)
def _line_starts(path: Path, size: int, _changed_ns: int) -> "NDArray[np.int64]":
    """Where each line begins, and then where the file ends; kept until the file changes."""
    import numpy as np

    found, read = [np.zeros(1, dtype=np.int64)], 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            found.append(np.flatnonzero(np.frombuffer(block, dtype=np.uint8) == ord("\n")) + read + 1)
            read += len(block)
    starts = np.concatenate(found)
    return starts if starts[-1] == size else np.append(starts, size)
