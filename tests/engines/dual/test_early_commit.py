"""Before a switch a real-time batch is committed ahead of its time, so that next to nothing is read again."""

import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks import exactness

from streamgauge.engines.dual.observation import Paradigm, PartObservation
from streamgauge.engines.dual.spark import early_commit
from streamgauge.engines.dual.spark.engine import DualSession
from streamgauge.engines.dual.spark.switchable import SwitchableQuery
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.workloads import load_workload
from tests.engines.opened import OpenEngine

EVENTS = 12_000


def _seen_when(part: SwitchableQuery, is_so: Callable[[PartObservation], bool]) -> PartObservation:
    """What is seen of a part when it is so, or after a minute."""
    deadline = time.monotonic() + 60
    while not is_so(seen := _seen(part, EVENTS)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return seen


def _seen(part: SwitchableQuery, arrived: int) -> PartObservation:
    return part.observe(arrived, part.sink.end_offsets(), part.source.end_offsets())


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No batch ends by itself, and the first commit of a cold query on a busy machine may be slow."""
    monkeypatch.setattr(exactness, "REALTIME_BATCH_S", 600.0)
    monkeypatch.setattr(early_commit, "LONGEST_S", 60.0)


@pytest.mark.parametrize("open_engine", ["dual"], indirect=True)
@pytest.mark.parametrize(("name", "commits_first"), [("grep", True), ("wordcount", True), ("grep", False)])
def test_what_was_read_before_a_switch_is_not_read_again(
    open_engine: OpenEngine, broker: ManagedBroker, tmp_path: Path, name: str, commits_first: bool
) -> None:
    assert isinstance(open_engine.session, DualSession)
    workload = load_workload(name).configured({}, seed=2 if commits_first else 1)
    topics = exactness.Topics.fresh(broker, f"early-{uuid.uuid4().hex[:8]}")
    part = exactness.part_of(workload, open_engine.session.spark, topics, tmp_path / "checkpoint")
    part.start(Paradigm.DATA)
    try:
        with topics.fed(workload, EVENTS) as sender:
            assert _seen_when(part, lambda seen: seen.processed >= EVENTS // 2).committed == 0
            switched = part.switch(Paradigm.OPERATION, outage_s=20.0)
            sender.join()
            assert _seen_when(part, lambda seen: seen.committed == EVENTS).committed == EVENTS
        if commits_first:
            assert switched.replayed < EVENTS // 4
        else:
            assert switched.replayed >= EVENTS // 2
    finally:
        part.stop()
    comparison = topics.compared(workload, EVENTS)
    assert comparison.equal, comparison.examples
    assert comparison.repeated == 0 or name != "grep"


@pytest.mark.parametrize("open_engine", ["dual"], indirect=True)
def test_a_partition_without_records_is_not_waited_for(open_engine: OpenEngine, broker: ManagedBroker, tmp_path: Path) -> None:
    """Its reader ends a batch on time only, and nothing comes out of the others meanwhile."""
    assert isinstance(open_engine.session, DualSession)
    workload = load_workload("grep").configured({}, seed=2)
    topics = exactness.Topics.fresh(broker, f"early-{uuid.uuid4().hex[:8]}")
    part = exactness.part_of(workload, open_engine.session.spark, topics, tmp_path / "checkpoint")
    part.start(Paradigm.DATA)
    writer = topics.source.writer()
    try:
        for value in workload.stream.records(0, 1_000):
            writer.send(0, value, 1_700_000_000_000)
            writer.flush()
            seen = _seen(part, 1_000)
        while seen.processed < 1_000:
            seen = _seen(part, 1_000)
        assert part.switch(Paradigm.OPERATION, outage_s=20.0).commit_s < early_commit.LONGEST_S / 2
    finally:
        writer.close()
        part.stop()
