"""A Spark session, a pair of fresh topics, and queries between them; tests that ask for these run on the engine `dual`."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from streamgauge import dual
from streamgauge.engines.dual.spark.early_commit import BatchEnd
from streamgauge.engines.dual.spark.engine import DualSession
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from tests.engines.dual.own import words
from tests.engines.opened import OpenEngine


@pytest.fixture
def spark(open_engine: OpenEngine) -> Any:
    assert isinstance(open_engine.session, DualSession)
    return open_engine.session.spark


@pytest.fixture
def topics(broker: ManagedBroker) -> tuple[KafkaTopic, KafkaTopic]:
    make, name = KafkaTransport(broker.bootstrap_servers).create_topic, uuid.uuid4().hex[:8]
    source = make(f"{name}-in", partitions=2, stamp=Stamp.INTENDED)
    return source, make(f"{name}-out", partitions=2, stamp=Stamp.APPENDED)


@pytest.fixture
def without_early_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop interrupts a batch, as a crash does."""
    monkeypatch.setattr(BatchEnd, "end", lambda *_, **__: None)


@pytest.fixture
def query(spark: Any, topics: tuple[KafkaTopic, KafkaTopic], tmp_path: Path) -> Iterator[Callable[..., dual.DualQuery]]:
    """A query between the two topics; whatever is given is made otherwise. None is left running."""

    def made(**given: Any) -> dual.DualQuery:
        usual = {"source": topics[0], "transform": words, "sink": topics[1], "checkpoint": str(tmp_path / "checkpoint")}
        return dual.DualQuery(spark, **(usual | given))

    yield made
    for left in spark.streams.active:
        left.stop()
