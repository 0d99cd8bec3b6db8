"""What the toy can do: steps without state, and aggregates of everything so far."""

from collections.abc import Iterator

from streamgauge.engines.support import YES, Support, SupportTable, not_yet
from streamgauge.flow import Aggregate, Flow

_NO_TIME = not_yet("it knows no event time, and no order")


def _limits(flow: Flow) -> Iterator[tuple[str, Support]]:
    """What the kind of a step alone does not tell."""
    for step in flow.steps:
        if isinstance(step, Aggregate) and step.window is not None:
            yield step.label, _NO_TIME


SUPPORT = SupportTable(
    steps=dict.fromkeys(("source", "select", "filter", "explode", "aggregate", "sink"), YES),
    limits=_limits,
    inputs={"files": YES},
    outputs={"files": YES},
)
