"""Working folders that say whose they are, so that those of processes that were killed can be swept away later."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NAME = re.compile(r"streamgauge-([0-9]+)-.*")


@contextmanager
def working_folder() -> Iterator[Path]:
    """A temporary folder for this process, gone afterwards; folders of processes that have been killed go too."""
    sweep(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=f"streamgauge-{os.getpid()}-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def sweep(root: Path) -> list[Path]:
    """Remove the working folders below `root` whose process is no more; which ones they were."""
    found = ((path, _NAME.fullmatch(path.name)) for path in root.glob("streamgauge-*-*"))
    dead = [path for path, name in found if name and not is_alive(int(name[1]))]
    for path in dead:
        shutil.rmtree(path, ignore_errors=True)
    return dead


def is_alive(pid: int) -> bool:
    """Is there a process of this number?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
