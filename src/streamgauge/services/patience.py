"""Patience with a service that is down: tried again for a while, and then an error that says what to do."""

import re
import time
from collections.abc import Callable
from typing import Self, TypeVar

from streamgauge.errors import MachineError
from streamgauge.services.base import NotNowError

T = TypeVar("T")

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 1.0
_FIX = "start the service, then run this again; STREAMGAUGE_PATIENCE sets for how many seconds it is tried"


class ServiceDownError(MachineError):
    """A service that could not be reached for longer than anybody should wait."""

    @classmethod
    def told_in(cls, text: str) -> Self | None:
        """The error that the words of an engine tell of, wherever in its processes it was raised."""
        told = re.search(rf"{cls.__name__}: (.+)\n\s*where: (.+)\n\s*try: +(.+)", text)
        return cls(told[1].strip(), where=told[2].strip(), fix=told[3].strip()) if told else None


def patiently(action: Callable[[], T], patience_s: float, *, service: str, where: str) -> T:
    """The result of `action`, which is tried again as long as there is hope."""
    deadline, pause_s = time.monotonic() + patience_s, _FIRST_PAUSE_S
    while True:
        try:
            return action()
        except NotNowError as error:
            if time.monotonic() + pause_s > deadline:
                what = f"service {service} could not be reached for {patience_s:g} s: {_one_line(error)}"
                raise ServiceDownError(what, where=where, fix=_FIX) from error
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
