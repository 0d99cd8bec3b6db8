"""Ctrl-C is remembered, and followed as before."""

import signal
import threading

import pytest

from streamgauge.host import interrupts


def test_an_interrupt_is_noted_and_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "_asked", threading.Event())
    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupts.note_interrupts()
        assert not interrupts.was_interrupted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert interrupts.was_interrupted()
    finally:
        signal.signal(signal.SIGINT, before)
