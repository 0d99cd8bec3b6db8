"""Files that are whole or not there: written under another name beside the one that they get."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def half_name(path: Path) -> Path:
    """Where a file is written until it is whole: hidden, and in the same folder, so that a rename is enough."""
    return path.with_name(f".{path.name}.half")


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Write to the path that this gives; the file gets its own name at the end, and goes if there is an error.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "answer"
    >>> with whole_file(path) as half:
    ...     _ = half.write_text("whole")
    ...     path.exists()
    False
    >>> path.read_text()
    'whole'
    """
    half = half_name(path)
    try:
        yield half
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
