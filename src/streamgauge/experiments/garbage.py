"""The garbage collector, told to wait."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is collected meanwhile.

    An answer of millions of rows is a few objects with very many entries. Each collection walks them all, and there is one every
    few objects: that took more than half the time of reading a large output.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
