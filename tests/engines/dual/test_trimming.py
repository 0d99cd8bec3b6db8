"""Topics between parts are trimmed behind what is committed, and keep what a restart of their writer asks them for."""

import time
import uuid
from collections.abc import Iterator

import pytest
from benchmarks import exactness
from hypothesis import given
from hypothesis import strategies as st

from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.spark import pipeline as pipelines
from streamgauge.engines.dual.spark.engine import DualSession, RunningDual
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.workloads import load_workload
from tests.engines.opened import OpenEngine

EVENTS = 20_000
SPLIT, COUNT = 1, 2


@pytest.fixture
def topics(broker: ManagedBroker) -> exactness.Topics:
    return exactness.Topics.fresh(broker, f"trimmed-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def running(open_engine: OpenEngine, topics: exactness.Topics, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningDual]:
    """WordCount in two parts, whose topic is trimmed all the time."""
    monkeypatch.setattr(pipelines, "TRIM_S", 0.2)
    assert isinstance(open_engine.session, DualSession)
    flow = load_workload("wordcount").configured({}, seed=1).flow
    started = open_engine.session.start(flow, topics.source, topics.sink)
    yield started
    started.stop()


offsets = st.dictionaries(st.integers(0, 3), st.integers(0, 100))


@given(committed=offsets, needed=offsets)
def test_nothing_goes_that_somebody_may_ask_for(committed: dict[int, int], needed: dict[int, int]) -> None:
    """The reader from its commit on, the writer from where its output is not committed; all before both goes."""
    for number, end in pipelines.spare_records(committed, needed).items():
        assert end == min(committed[number], needed.get(number, committed[number]))
    untouched = committed.keys() - pipelines.spare_records(committed, needed).keys()
    assert all(min(committed[number], needed.get(number, committed[number])) == 0 for number in untouched)


def is_done(running: RunningDual) -> bool:
    """Are all records committed, by both parts?"""
    seen = running.pipeline.last
    return seen is not None and seen.parts[0].committed >= EVENTS and not any(part.uncommitted for part in seen.parts)


@pytest.mark.parametrize("open_engine", ["dual"], indirect=True)
def test_a_switch_repeats_nothing_though_the_topic_behind_was_trimmed(running: RunningDual, topics: exactness.Topics) -> None:
    """The count commits with every batch, before the split does: a record that is split twice would be counted twice."""
    workload, pipeline = load_workload("wordcount").configured({}, seed=1), running.pipeline
    between = pipeline.parts[1].source
    pipeline.force(Paradigm.OPERATION, COUNT)
    to = Paradigm.OPERATION
    with topics.fed(workload, EVENTS) as sender:
        while sender.is_alive():
            sender.join(2.5)
            pipeline.force(to, SPLIT)
            to = Paradigm.DATA if to is Paradigm.OPERATION else Paradigm.OPERATION
    deadline = time.monotonic() + 150
    while not is_done(running) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert is_done(running), pipeline.failure()
    assert min(between.begin_offsets()) > 0
    comparison = topics.compared(workload, EVENTS)
    assert comparison.equal, comparison.examples
