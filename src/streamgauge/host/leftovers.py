"""Temporary folders that are locked as long as somebody needs them, so that those of the killed can be swept away later.

A lock is seen by all who share the folder, and a process id is not: two containers may share `/tmp`.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_LOCK = ".lock"


@contextmanager
def working_folder() -> Iterator[Path]:
    """A temporary folder for this process, gone afterwards; folders of processes that have been killed go too."""
    sweep(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"streamgauge-{os.getpid()}-"))
    with locked(folder):
        try:
            yield folder
        finally:
            remove(folder)


def locked(folder: Path) -> BinaryIO:
    """Lock a folder, until the file is closed by us and by all who have inherited it."""
    new = folder / f"{_LOCK}-new"
    lock = new.open("wb")
    fcntl.flock(lock, fcntl.LOCK_EX)
    new.rename(folder / _LOCK)  # only now, for a lock that is free is taken for that of the killed
    return lock


def sweep(root: Path) -> list[Path]:
    """Remove our folders below `root` whose lock is free; which ones they were. One without a lock is being made."""
    dead = [path for path in root.glob("streamgauge-*") if _is_free(path / _LOCK)]
    for path in dead:
        remove(path)
    return dead


def remove(folder: Path) -> None:
    """Remove a folder, its lock last: who is interrupted meanwhile leaves one that can be swept."""
    for path in list(folder.iterdir()) if folder.exists() else ():
        if path.name != _LOCK:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def _is_free(lock: Path) -> bool:
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # it is held, not there, or somebody else's
        return False
    return True
