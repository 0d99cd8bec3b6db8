"""Blobs as files: one a blob, replaced whole or not at all."""

import hashlib
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

_HALF = ".half"


class FileBlobs:
    """The blobs of a folder; a name may hold any sign.

    >>> import tempfile
    >>> blobs = FileBlobs(Path(tempfile.mkdtemp()))
    >>> blobs.put("charts/1.svg", b"<svg/>")
    >>> blobs.get("charts/1.svg"), blobs.get("charts/2.svg")
    (b'<svg/>', None)
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> bytes | None:
        try:
            return self._file(name).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, name: str, content: bytes) -> None:
        half = self._folder / f"{uuid.uuid4().hex}{_HALF}"
        half.write_bytes(content)
        half.replace(self._file(name))

    def digests(self) -> Iterator[tuple[str, str]]:
        for path in sorted(self._folder.iterdir()):
            if path.suffix != _HALF:
                yield unquote(path.name[1:]), hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()

    def close(self) -> None:
        pass

    def _file(self, name: str) -> Path:
        return self._folder / f"-{quote(name, safe='')}".replace(_HALF, "%2Ehalf")
