"""A keyed step at work, and what of it is its state: all else is made anew from the step."""

from itertools import count
from typing import Any

from streamgauge.engines.bytewax.aggregates import QuickRolling, QuickWindowed
from streamgauge.engines.reference.iterate import IterateOperator
from streamgauge.engines.reference.join import JoinOperator
from streamgauge.engines.reference.machine import operator_of
from streamgauge.engines.reference.operators import Operator
from streamgauge.engines.reference.ordered import OrderedOperator
from streamgauge.engines.reference.stateful import DedupOperator, SessionAggregate
from streamgauge.flow import Aggregate, Session, Step

_STATE: dict[type[Operator], tuple[str, ...]] = {
    QuickRolling: ("_states",),
    QuickWindowed: ("_states",),
    SessionAggregate: ("_sessions",),
    DedupOperator: ("_seen",),
    OrderedOperator: ("_states",),
    IterateOperator: ("_centroids", "_newest_ms"),
    JoinOperator: ("_waiting", "_ends"),
}


def operator_for(step: Step) -> Operator:
    """The reference's operator, but for aggregates, which most of the time is spent in."""
    if isinstance(step, Aggregate) and not step.is_order_sensitive and not isinstance(step.window, Session):
        return QuickRolling(step) if step.window is None else QuickWindowed(step)
    return operator_of(step)


def state_of(operator: Operator) -> dict[str, Any]:
    """The state, as references: to be written down before the operator goes on."""
    return {name: vars(operator)[name] for name in _STATE[type(operator)]}


def restore(operator: Operator, state: dict[str, Any]) -> None:
    """Let a fresh operator go on from a state."""
    vars(operator).update(state)
    if isinstance(operator, JoinOperator):  # its counter tells those apart that stop waiting at the same time
        vars(operator)["_numbers"] = count(1 + max((number for _, number, *_ in state["_ends"]), default=0))
