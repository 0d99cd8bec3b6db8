"""Where Flink finds its input and output: the options of its tables."""

from streamgauge.transport.base import Topic
from streamgauge.transport.endpoints import NullTopic
from streamgauge.transport.kafka.connection import MOST_RECORD_BYTES
from streamgauge.transport.kafka.topic import KafkaTopic

LINGER_MS = 1  # how long a batch waits to be filled, as with our own writers; Kafka's 5 would be most of the latency

NOWHERE = KafkaTopic("nowhere", 1, "127.0.0.1:9")  # for a flow that is explained and not run


def input_options(topic: Topic, parallelism: int) -> dict[str, str]:
    """The topic's records, from the first one on. A task without a partition would hold the watermark back."""
    if not isinstance(topic, KafkaTopic):
        raise TypeError(f"Flink cannot read from {type(topic).__name__}")
    return {
        "connector": "kafka",
        **_kafka(topic),
        "scan.startup.mode": "earliest-offset",
        "scan.parallelism": str(min(parallelism, topic.partitions)),
        "scan.topic-partition-discovery.interval": "0",
    }


def output_options(topic: Topic, keys: tuple[str, ...], *, replaces: bool) -> dict[str, str]:
    """JSON objects into the topic. With `keys` they decide the partition; with `replaces` Flink knows rows by them."""
    if isinstance(topic, NullTopic):
        return {"connector": "blackhole"}
    if not isinstance(topic, KafkaTopic):
        raise TypeError(f"Flink cannot write to {type(topic).__name__}")
    keyed = {"key.format": "json"} | ({} if replaces else {"key.fields": ";".join(keys)}) if keys else {}
    return {
        "connector": "upsert-kafka" if replaces else "kafka",
        "properties.linger.ms": str(LINGER_MS),
        **_kafka(topic),
        "properties.max.request.size": str(MOST_RECORD_BYTES),
        **keyed,
        "value.format": "json",
        "value.json.encode.ignore-null-fields": "true",
        **({"value.fields-include": "EXCEPT_KEY"} if keys else {}),
    }


def _kafka(topic: KafkaTopic) -> dict[str, str]:
    properties = topic.settings.for_java() | {"bootstrap.servers": topic.bootstrap_servers}
    return {"topic": topic.name} | {f"properties.{name}": value for name, value in properties.items()}
