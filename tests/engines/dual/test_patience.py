"""Kafka is waited for, and not for ever."""

import time

import pytest

from streamgauge.engines.dual.spark.patience import patiently
from streamgauge.errors import MachineError, RequestError


def _down() -> None:
    raise MachineError("nobody answers", where="Kafka", fix="start it")


def _refused() -> None:
    raise RequestError("no such topic", where="Kafka", fix="create it")


def test_it_ends() -> None:
    begun = time.monotonic()
    with pytest.raises(MachineError):
        patiently(_down, begun + 0.6)
    assert 0.6 <= time.monotonic() - begun < 5


def test_a_refusal_is_not_waited_for() -> None:
    begun = time.monotonic()
    with pytest.raises(RequestError):
        patiently(_refused, begun + 60)
    assert time.monotonic() - begun < 5
