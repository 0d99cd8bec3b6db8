"""What a trial needs around it is gone afterwards; what cannot be removed spoils nothing."""

import os
import signal
from pathlib import Path

import pytest

from streamgauge.errors import MachineError, RequestError
from streamgauge.experiments.plans import TransportPlan
from streamgauge.experiments.surroundings import Surroundings, open_surroundings
from streamgauge.transport.base import Stamp
from streamgauge.transport.endpoints import MemoryTopic


class Undeletable:
    """A cluster whose user may make topics and not delete them."""

    name = "memory"

    def create_topic(self, name: str, *, partitions: int, stamp: Stamp) -> MemoryTopic:  # noqa: ARG002
        return MemoryTopic(partitions, name)

    def delete_topic(self, name: str) -> None:
        raise RequestError(f"topic {name} could not be deleted: Topic authorization failed", where="there", fix="ask")


def test_topics_that_stay_are_told_of_after_a_success_and_not_after_an_error() -> None:
    said: list[str] = []
    around = Surroundings(TransportPlan(), Undeletable(), Path(), Path(), said.append)
    with around.topics() as topics:
        names = [topic.name for topic in topics]
    assert said == [f"WARNING: topic {name} could not be deleted: Topic authorization failed; it stays" for name in names[::-1]]
    with pytest.raises(KeyboardInterrupt), around.topics():
        raise KeyboardInterrupt
    assert len(said) == 2


def test_a_broker_that_has_ended_is_told_of_whatever_failed_for_want_of_it(tmp_path: Path) -> None:
    with (  # noqa: PT012
        pytest.raises(MachineError, match="the local Kafka broker has ended by itself") as told,
        open_surroundings(TransportPlan(), tmp_path, lambda _: None) as around,
    ):
        assert around.broker_pid is not None
        os.kill(around.broker_pid, signal.SIGKILL)
        around.transport.create_topic("any", partitions=1, stamp=Stamp.APPENDED)
    assert told.value.where == str(tmp_path / "kafka-broker.log")
    assert isinstance(told.value.__cause__, MachineError)
