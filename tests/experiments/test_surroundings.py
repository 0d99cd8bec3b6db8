"""What a trial needs around it is gone afterwards; what cannot be removed spoils nothing."""

from pathlib import Path

import pytest

from streamgauge.errors import RequestError
from streamgauge.experiments.plans import TransportPlan
from streamgauge.experiments.surroundings import Surroundings
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
