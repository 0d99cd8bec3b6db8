"""Which input goes into which row: as the reference has it, one record at a time."""

import pytest

from streamgauge.engines.oracle.contributions import can_tell, contributions
from streamgauge.engines.reference.machine import Machine
from streamgauge.flow.answer import AnswerShape, Identity
from streamgauge.transport.base import Record
from streamgauge.workloads import load_workload

EVENTS = 400


@pytest.mark.parametrize("name", ["wordcount", "ysb", "operator-sliding", "operator-tumbling", "operator-aggregate"])
def test_the_reference_writes_the_same_rows_at_each_event(name: str) -> None:
    """With emission `update` the reference writes every row that a record changes, when it changes."""
    configured = load_workload(name).configured({}, seed=3)
    records = configured.stream.records(0, EVENTS)
    machine, shape = Machine(configured.flow), AnswerShape.of(configured.flow)
    rows: dict[Identity, int] = {}
    expected = []
    for number, value in enumerate(records):
        changed = set()
        for row in machine.process(Record(partition=0, offset=number, timestamp_ms=0, value=value)):
            identity, _ = shape.split(row)
            changed.add((number, rows.setdefault(identity, len(rows))))
        expected += sorted(changed)
    assert expected
    assert can_tell(configured.flow)
    events, subjects = contributions(configured.flow, records, rows)
    assert sorted({(int(e), int(s)) for e, s in zip(events, subjects, strict=True)}) == sorted(expected)
    assert (events[1:] >= events[:-1]).all()


@pytest.mark.parametrize("name", ["grep", "operator-session", "operator-dedup", "operator-join-interval", "operator-fold"])
def test_of_some_flows_it_cannot_tell(name: str) -> None:
    assert not can_tell(load_workload(name).configured({}, seed=1).flow)


def test_of_rows_that_are_held_back_it_cannot_tell() -> None:
    assert not can_tell(load_workload("advclick").configured({"method": "aggregate"}, seed=1).flow)
