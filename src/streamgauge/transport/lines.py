"""A plain file of lines, one record each: for other tools to read. It appears under its name only when it is whole."""

from contextlib import suppress
from pathlib import Path

from streamgauge.errors import RequestError
from streamgauge.whole_file import half_name


class LineFile:
    """Where `generate --to FILE` writes."""

    partitions = 1

    def __init__(self, path: Path) -> None:
        self.path = path

    def writer(self) -> "LineWriter":
        return LineWriter(self.path)


class LineWriter:
    """Writes beside the file until it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._half = half_name(path)
        try:
            self._file = self._half.open("wb")
        except OSError as error:
            raise RequestError(f"the file cannot be written: {error.strerror}", where=str(path), fix="choose another") from None

    def send(self, partition: int, value: bytes, timestamp_ms: int) -> None:  # noqa: ARG002 - a plain file has neither
        self._file.write(value + b"\n")

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self._file.close()
        self._half.replace(self._path)

    def abandon(self) -> None:
        """Leave nothing: what was written is not whole, and a hidden file would keep a full disk full."""
        with suppress(OSError):  # what is still to be written may fail once more
            self._file.close()
        self._half.unlink(missing_ok=True)
