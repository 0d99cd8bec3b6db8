"""Engines that can stamp records on their way, so that one sees where their time goes."""

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from streamgauge.engines.base import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamgauge.measure.components import BatchStretch

TRACE = "trace"  # the option that such an engine has


@runtime_checkable
class TracedFlow(Protocol):
    """A running flow that tells when it works in batches, and of the latest of them."""

    def batch_stretches(self) -> "Sequence[BatchStretch]":
        """Outside of them, records are worked on one by one."""


def can_trace(engine: Engine) -> bool:
    return any(option.name == TRACE for option in engine.options)
