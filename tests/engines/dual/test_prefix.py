"""What the output holds, found out from its tail: what is not the end of a partition is no end."""

from collections.abc import Sequence
from typing import Any

import confluent_kafka
import pytest
from confluent_kafka import KafkaError

from streamgauge.engines.dual.spark.prefix import HEADER, read_prefix, require_untouched
from streamgauge.errors import MachineError, RequestError
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


def test_two_checkpoints_are_two_writers(topic: KafkaTopic, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two programs between the same topics would each leave out what the other has written."""
    monkeypatch.setattr(_Consumer, "messages", [_Message(2), _Message(0, KafkaError._PARTITION_EOF)])
    with pytest.raises(RequestError, match="written with another checkpoint"):
        read_prefix(topic, "ours.3fa921", (2,), sources=1)
    with pytest.raises(RequestError, match="has not written"):
        read_prefix(topic, "theirs.3fa921", (2,), sources=1)


def test_offsets_without_records_are_nothing_written(topic: KafkaTopic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KafkaTopic, "begin_offsets", lambda _: (0,))
    monkeypatch.setattr(_Consumer, "messages", [_Message(0, KafkaError._PARTITION_EOF)])
    require_untouched(topic, "ours")
    monkeypatch.setattr(_Consumer, "messages", [_Message(3), _Message(0, KafkaError._PARTITION_EOF)])
    with pytest.raises(RequestError, match="an earlier run of this pipeline"):
        require_untouched(topic, "ours")
