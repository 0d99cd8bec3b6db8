"""A cluster that has no leader for a partition is not a wrong request."""

import pytest
from confluent_kafka import KafkaError, KafkaException

from streamgauge.errors import MachineError, RequestError, StreamgaugeError
from streamgauge.transport.kafka import topic as topics
from streamgauge.transport.kafka.topic import KafkaTopic


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (KafkaError.LEADER_NOT_AVAILABLE, MachineError),
        (KafkaError.NOT_LEADER_FOR_PARTITION, MachineError),
        (KafkaError.OFFSET_NOT_AVAILABLE, MachineError),
        (KafkaError.UNKNOWN_TOPIC_OR_PART, RequestError),
        (KafkaError.TOPIC_AUTHORIZATION_FAILED, RequestError),
    ],
)
def test_who_is_to_blame(monkeypatch: pytest.MonkeyPatch, code: int, kind: type[StreamgaugeError]) -> None:
    class Admin:
        def ask(self, *_: object) -> None:
            raise KafkaException(KafkaError(code))

    monkeypatch.setattr(topics, "admin", lambda *_: Admin())
    topic = KafkaTopic("out", 1, "127.0.0.1:9")
    for asked in (topic.end_offsets, topic.as_it_is_now, topic.most_batch_bytes, lambda: topic.trim({0: 1})):
        with pytest.raises(kind) as raised:
            asked()
        assert type(raised.value) is kind
