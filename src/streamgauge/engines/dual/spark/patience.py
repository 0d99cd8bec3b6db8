"""Kafka that does not answer for a moment is waited for: a broker that is started again takes some seconds."""

import time
from collections.abc import Callable
from typing import TypeVar

from streamgauge.errors import MachineError

T = TypeVar("T")

_PAUSE_S = 0.25


def patiently(step: Callable[[], T], until_s: float) -> T:
    """What the step gives. One that fails for want of Kafka is done again, whole, as long as the clock is not past `until_s`."""
    while True:
        try:
            return step()
        except MachineError:
            if time.monotonic() > until_s:
                raise
        time.sleep(_PAUSE_S)
