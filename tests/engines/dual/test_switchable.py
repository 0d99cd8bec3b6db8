"""A part at work: which batches it tells of, and what becomes of a switch while Kafka does not answer."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from streamgauge import dual
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.spark import switchable
from streamgauge.engines.dual.spark.switchable import NotSwitchedError, SwitchableQuery
from streamgauge.errors import MachineError
from streamgauge.transport.kafka.topic import KafkaTopic
from tests.engines.dual.own import counts, send, values

pytestmark = pytest.mark.parametrize("open_engine", ["dual"], indirect=True)

OUTAGE_S = 20.0
IDLE = "spark.sql.streaming.noDataProgressEventInterval"


@pytest.fixture
def part(query: Callable[..., dual.DualQuery]) -> Iterator[SwitchableQuery]:
    """A part that nobody watches."""
    made = query()._part
    yield made
    made.stop()


def batches_until(part: SwitchableQuery, is_so: Callable[[], bool]) -> list[int]:
    """The sizes of the batches that are told of until it is so."""
    told, deadline = list[int](), time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        told += [batch.records for batch in part.observe(1_000, part.sink.end_offsets()).batches]
        time.sleep(0.02)
    return told


def test_a_batch_is_told_of_though_it_was_announced(
    part: SwitchableQuery, topics: tuple[KafkaTopic, KafkaTopic], spark: Any
) -> None:
    """While there is nothing to do Spark reports, under the number of the batch to come. To one partition, for what goes to
    two may be split between two batches."""
    spark.conf.set(IDLE, "300ms")
    try:
        part.start(Paradigm.OPERATION)
    finally:
        spark.conf.unset(IDLE)
    send(topics[0], 0, 10, (0,))
    told = batches_until(part, lambda: sum(part.committed.values()) == 10)
    batch = part._reports.batch
    told += batches_until(part, lambda: part._reports.batch == batch + 1)
    send(topics[0], 10, 6, (0,))
    told += batches_until(part, lambda: sum(part.committed.values()) == 16)
    assert told == [10, 6]


def test_an_outage_before_a_switch_leaves_the_query_as_it_was(
    part: SwitchableQuery, topics: tuple[KafkaTopic, KafkaTopic], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the stop is waited for."""
    failing = iter([True, True])
    as_it_is_now = KafkaTopic.as_it_is_now

    def down(_: KafkaTopic) -> Any:
        raise MachineError("nobody answers", where="Kafka", fix="start it")

    def soon_up(topic: KafkaTopic) -> KafkaTopic:
        return down(topic) if next(failing, False) else as_it_is_now(topic)

    part.start(Paradigm.DATA)
    with monkeypatch.context() as outage:
        outage.setattr(switchable, "end_offsets", down)
        with pytest.raises(NotSwitchedError, match="nobody answers"):
            part.switch(Paradigm.OPERATION, OUTAGE_S)
    assert part.query.isActive
    assert (part.paradigm, part.failure()) == (Paradigm.DATA, None)
    with monkeypatch.context() as outage:
        outage.setattr(KafkaTopic, "as_it_is_now", soon_up)
        part.switch(Paradigm.OPERATION, OUTAGE_S)
    assert next(failing, None) is None
    send(topics[0], 0, 10)
    batches_until(part, lambda: sum(part.committed.values()) == 10)
    assert len(values(topics[1])) == 20


def test_a_plan_that_was_made_ready_is_used_once(
    query: Callable[..., dual.DualQuery], topics: tuple[KafkaTopic, KafkaTopic], monkeypatch: pytest.MonkeyPatch
) -> None:
    part = query(transform=counts)._part
    part.start(Paradigm.DATA)
    assert part.can_be_made_ready
    part.make_ready()
    assert not part.can_be_made_ready
    with monkeypatch.context() as busy:
        busy.setattr(part, "_rows", None)
        part.switch(Paradigm.OPERATION, OUTAGE_S)
    assert not part.can_be_made_ready
    part.switch(Paradigm.DATA, OUTAGE_S)
    assert part.can_be_made_ready
    send(topics[0], 0, 10)
    deadline = time.monotonic() + 60
    while sum(topics[1].end_offsets()) < 20:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    part.stop()
