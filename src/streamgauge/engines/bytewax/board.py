"""A few numbers that the workers of a flow share with the process that watches them: what each has consumed, when to stop."""

import mmap
import struct
from pathlib import Path

_NUMBER = struct.Struct("q")


class Board:
    """A small file in memory: number 0 says that the flow is to stop, the others what each worker has consumed."""

    def __init__(self, path: Path, workers: int) -> None:
        size = _NUMBER.size * (1 + workers)
        if not path.exists():
            path.write_bytes(bytes(size))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), size)
        self._workers = workers

    def stop(self) -> None:
        _NUMBER.pack_into(self._memory, 0, 1)

    @property
    def is_stopping(self) -> bool:
        return self._memory[0] == 1

    def add(self, worker: int, records: int) -> None:
        place = _NUMBER.size * (1 + worker)
        _NUMBER.pack_into(self._memory, place, _NUMBER.unpack_from(self._memory, place)[0] + records)

    @property
    def consumed(self) -> int:
        return sum(_NUMBER.unpack_from(self._memory, _NUMBER.size * (1 + worker))[0] for worker in range(self._workers))
