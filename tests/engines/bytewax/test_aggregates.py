"""What is kept of a key: a row adds to it and copies nothing, and a snapshot stays as it was."""

from typing import Any

from streamgauge.engines.bytewax.aggregates import QuickMeasures
from streamgauge.engines.bytewax.keyed import Group
from streamgauge.engines.bytewax.plan import Layout
from streamgauge.flow import Aggregate
from tests.flow.event_flows import FLOWS

STEP = FLOWS["measures"].sink.upstream


def row(value: int) -> dict[str, Any]:
    return {"key": "k0", "value": value, "x": 0.5, "at": 1, "_t": 1}


def test_one_more_different_value_copies_none_of_those_before() -> None:
    assert isinstance(STEP, Aggregate)
    place = [name for name, _ in STEP.expressions].index("kinds")
    measures = QuickMeasures(STEP)
    state = measures.empty()
    measures.add(state, row(1))
    kept = state[place]
    measures.add(state, row(2))
    assert state[place] is kept
    assert measures.put(state, {})["kinds"] == 2
    assert measures.put(measures.empty(), {})["kinds"] == 0


def test_what_comes_after_a_snapshot_is_not_in_it() -> None:
    group = Group(Layout(FLOWS["measures"], 1, 1), STEP)
    group.on_batch([(0, row(1), None)])
    saved = group.saved()
    group.on_batch([(0, row(2), None)])
    resumed = Group(Layout(FLOWS["measures"], 1, 1), STEP, saved)
    ((again, _),) = resumed.on_batch([(0, row(3), None)])
    assert again["kinds"] == 2
