"""Whether somebody has asked us to end, even if that was not heard.

A `KeyboardInterrupt` comes up wherever the main thread is. In a finaliser, of which Py4J has many, it is printed and lost; but
Spark has cancelled its jobs by then. What fails afterwards has not failed: it was interrupted.
"""

import signal
import threading
from types import FrameType

_asked = threading.Event()


def note_interrupts() -> None:
    """From now on remember it if Ctrl-C is pressed, beside what is done about it already."""
    if threading.current_thread() is not threading.main_thread():
        return  # which alone hears of signals
    before = signal.getsignal(signal.SIGINT)

    def noted(number: int, frame: FrameType | None) -> None:
        _asked.set()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGINT, noted)


def was_interrupted() -> bool:
    return _asked.is_set()
