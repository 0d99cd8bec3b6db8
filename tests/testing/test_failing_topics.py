"""Engines in our process, one of which others learn from: a topic that fails is the flow's failure, and no thread's alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from streamgauge.engines.reference.engine import RunningReference
from streamgauge.testing.broken import IDENTITY
from streamgauge.transport.endpoints import MemoryReader, MemoryTopic, MemoryWriter
from tests.host.test_processes import comes_true

EXAMPLE = Path(__file__).parents[2] / "examples" / "toy_engine"


class Unreadable(MemoryTopic):
    def reader(self) -> MemoryReader:
        raise OSError("no such topic")


class Unwritable(MemoryTopic):
    def writer(self) -> MemoryWriter:
        raise OSError("not yours")


class FullWriter(MemoryWriter):
    def close(self) -> None:
        raise OSError("the disk is full")


class Full(MemoryTopic):
    def writer(self) -> MemoryWriter:
        return FullWriter(self)


@pytest.fixture(params=["reference", "toy"])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Starts a flow between two topics."""
    monkeypatch.syspath_prepend(EXAMPLE)
    from toy_engine.running import RunningToy

    return {"reference": RunningReference, "toy": RunningToy}[request.param]


@pytest.mark.parametrize(
    ("source", "sink", "why"),
    [(Unreadable(), MemoryTopic(), "OSError: no such topic"), (MemoryTopic(), Unwritable(), "OSError: not yours")],
)
def test_a_topic_that_cannot_be_opened(start: Callable[..., Any], source: MemoryTopic, sink: MemoryTopic, why: str) -> None:
    running = start(IDENTITY, source, sink)
    assert comes_true(lambda: running.failure() == why)
    with pytest.raises(OSError, match=why.partition(": ")[2]):
        running.stop()


def test_what_cannot_be_written_at_the_end_is_told_by_the_stop(start: Callable[..., Any]) -> None:
    running = start(IDENTITY, MemoryTopic(), Full())
    assert running.failure() is None
    with pytest.raises(OSError, match="the disk is full"):
        running.stop()
    assert running.failure() == "OSError: the disk is full"
