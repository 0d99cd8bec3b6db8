"""Closing what may be broken: the error that broke it is the one to tell, not that closing failed as well."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def closed_after(close: Callable[[], None]) -> Iterator[None]:
    """Call `close` at the end; after an error its own errors are passed over."""
    try:
        yield
    except BaseException:
        with suppress(Exception):
            close()
        raise
    close()
