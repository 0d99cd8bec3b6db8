"""What the output holds, found out from its tail: what is not the end of a partition is no end."""

from collections.abc import Sequence
from typing import Any

import confluent_kafka
import pytest
from confluent_kafka import KafkaError

from streamgauge.engines.dual.spark.prefix import HEADER, read_prefix
from streamgauge.errors import MachineError
from streamgauge.transport.kafka.topic import KafkaTopic


class _Message:
    def __init__(self, offset: int, code: int | None = None) -> None:
        self._offset, self._error = offset, None if code is None else KafkaError(code)

    def error(self) -> KafkaError | None:
        return self._error

    def offset(self) -> int:
        return self._offset

    def partition(self) -> int:
        return 0

    def headers(self) -> list[tuple[str, bytes]]:
        return [(HEADER, f"ours:0:{100 + self._offset}".encode())]


class _Consumer:
    messages: Sequence[_Message] = ()

    def __init__(self, config: dict[str, Any]) -> None:
        assert config["group.id"]

    def assign(self, _: object) -> None: ...

    def consume(self, count: int, timeout: float) -> Sequence[_Message]:
        assert count > 0 < timeout
        return self.messages

    def close(self) -> None: ...


@pytest.fixture
def topic(monkeypatch: pytest.MonkeyPatch) -> KafkaTopic:
    monkeypatch.setattr(confluent_kafka, "Consumer", _Consumer)
    monkeypatch.setattr(KafkaTopic, "end_offsets", lambda _: (5,))
    return KafkaTopic("out", 1, "127.0.0.1:9")


def test_the_end_of_a_partition_may_come_before_its_last_offset(topic: KafkaTopic, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last offsets of a transaction hold no records."""
    monkeypatch.setattr(_Consumer, "messages", [_Message(2), _Message(3), _Message(0, KafkaError._PARTITION_EOF)])
    assert read_prefix(topic, "ours", (2,), sources=1).newest == {(0, 0): (103,)}


def test_what_may_not_be_read_is_not_taken_for_empty(topic: KafkaTopic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Consumer, "messages", [_Message(0, KafkaError.TOPIC_AUTHORIZATION_FAILED)])
    with pytest.raises(MachineError, match="topic out could not be read"):
        read_prefix(topic, "ours", (2,), sources=1)
