"""A result that does not have the form in which results are written is told as that, with the run's name."""

from collections.abc import Iterator
from contextlib import contextmanager

from streamgauge.errors import RequestError
from streamgauge.runs.reading import Run

_SIGNS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@contextmanager
def reading(*runs: Run) -> Iterator[None]:
    """Whatever reads these runs inside. Files can be damaged in more ways than any check foresees."""
    try:
        yield
    except _SIGNS as error:
        raise RequestError(
            f"a figure cannot be read: {type(error).__name__}: {' '.join(str(error).split())}",
            where=", ".join(str(each.path / "result.json") for each in runs),
            fix="run it again; if nobody has changed the file, report what --debug says",
        ) from error
