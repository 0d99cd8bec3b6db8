"""Engines that can stamp records on their way, so that one sees where their time goes."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from streamgauge.engines.base import Engine
from streamgauge.measure.components import Batch

TRACE = "trace"  # the option that such an engine has


@runtime_checkable
class TracedFlow(Protocol):
    """A running flow that tells of its batches."""

    def batches(self) -> Sequence[Batch] | None:
        """The latest ones; None if records are worked on one by one."""


def can_trace(engine: Engine) -> bool:
    return any(option.name == TRACE for option in engine.options)
