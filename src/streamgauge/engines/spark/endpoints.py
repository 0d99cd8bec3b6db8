"""How Spark reads and writes each kind of topic."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import expr

from streamgauge.engines.spark.lowering import INPUT_COLUMNS
from streamgauge.errors import RequestError
from streamgauge.transport.base import Topic
from streamgauge.transport.endpoints import NullTopic
from streamgauge.transport.files import FileTopic
from streamgauge.transport.files.writer import MOST_RECORDS
from streamgauge.transport.kafka.connection import MOST_RECORD_BYTES
from streamgauge.transport.kafka.topic import KafkaTopic

_BATCH_BYTES = 16_384  # Kafka's own
_NEVER_MS = 2**31 - 1
_GROUP = "spark-kafka-source"  # what Spark's groups begin with, and rights to them may be given by


def read_stream(spark: SparkSession, topic: Topic, batch_records: int = 0, tasks: int = 0, reader: str = "") -> DataFrame:
    """The topic's records, from the first one on; of a micro-batch at most `batch_records` (0: no limit), read by at least
    `tasks` (0: one for each partition). Its consumers have `reader` in their names."""
    match topic:
        case KafkaTopic():
            limit = {"maxOffsetsPerTrigger": str(batch_records)} if batch_records else {}
            limit |= {"minPartitions": str(tasks)} if tasks else {}
            options = reading_options(topic, reader) | {"subscribe": topic.name, "startingOffsets": "earliest"} | limit
            return spark.readStream.format("kafka").options(**options).load()
        case FileTopic():
            limit = {"maxFilesPerTrigger": str(max(1, batch_records // MOST_RECORDS))} if batch_records else {}
            return spark.readStream.schema(INPUT_COLUMNS).options(**limit).parquet(str(topic.folder))
    raise TypeError(f"Spark cannot read from {type(topic).__name__}")


def write_stream(rows: DataFrame, topic: Topic, folders: tuple[str, ...] = ()) -> Any:
    """A stream writer that puts the rows into the topic; where that is files, laid out by the columns `folders`."""
    match topic:
        case KafkaTopic():
            return kafka_writer(rows, topic)
        case FileTopic():
            return rows.writeStream.foreachBatch(_file_writer(topic.folder, folders))
        case NullTopic():
            return rows.writeStream.format("noop")
    raise TypeError(f"Spark cannot write to {type(topic).__name__}")


def write_batch(rows: DataFrame, number: int, topic: Topic) -> None:
    """Put the rows of a batch into the topic; one with the same number replaces them in files, and repeats them in Kafka."""
    match topic:
        case KafkaTopic():
            rows.write.format("kafka").options(**kafka_options(topic), topic=topic.name).save()
        case FileTopic():
            _file_writer(topic.folder, ())(rows, number)
        case _:
            rows.write.format("noop").mode("overwrite").save()


def kafka_writer(rows: DataFrame, topic: KafkaTopic) -> Any:
    """A writer whose producers take records as long as our topics do."""
    largest = {"kafka.max.request.size": str(MOST_RECORD_BYTES)}
    return rows.writeStream.format("kafka").options(**largest, **kafka_options(topic), topic=topic.name)


def ordered_kafka_writer(rows: DataFrame, topic: KafkaTopic) -> Any:
    """A writer that leaves no gap: where a record cannot be written, none of those that come after it is.

    The broker says that a record is too long when later ones are written already, so its own limit is made the producer's, which
    looks before it sends; several records go together only as far as that limit as well. And none is given up for lack of time.
    Where the topic is compacted the broker refuses a record without key, and all that were sent along: such a row ends the query.
    """
    rows, longest = _with_keys(rows, topic) if topic.is_compacted() else rows, topic.most_batch_bytes()
    strict = {
        "kafka.max.request.size": str(longest),
        "kafka.batch.size": str(min(_BATCH_BYTES, longest)),
        "kafka.delivery.timeout.ms": str(_NEVER_MS),
    }
    return rows.writeStream.format("kafka").options(**kafka_options(topic) | strict, topic=topic.name)


def _with_keys(rows: DataFrame, topic: KafkaTopic) -> DataFrame:
    if "key" not in rows.columns:
        raise RequestError(
            "the output is compacted, and takes no rows without a key",
            where=f"topic {topic.name}, cleanup.policy",
            fix="give the rows a column `key`, or the topic cleanup.policy=delete",
        )
    return rows.withColumn("key", expr(f"coalesce(key, raise_error('a row without key, and topic {topic.name} is compacted'))"))


def reading_options(topic: KafkaTopic, reader: str = "") -> dict[str, str]:
    """As `kafka_options`, for consumers that have names of their own with `reader` in them.

    Spark keeps consumers by group and partition, and their positions are asked for by name: two queries with one `client.id` or
    `group.id` would be taken for one another. What the user has given, or Spark's own, is what their names begin with.
    """
    options = kafka_options(topic)
    group, client = options.pop("kafka.group.id", _GROUP), options.pop("kafka.client.id", "")
    options["groupIdPrefix"] = "-".join(filter(None, (group, reader)))
    return options | ({"kafka.client.id": "-".join(filter(None, (client, reader, uuid4().hex[:8])))} if client else {})


def kafka_options(topic: KafkaTopic) -> dict[str, str]:
    return topic.settings.for_spark() | {"kafka.bootstrap.servers": topic.bootstrap_servers}


def _file_writer(folder: Path, folders: tuple[str, ...]) -> Any:
    """Writes each batch into a folder named by its number: done again after a failure, it replaces what was half done."""
    now = "timestamp_millis(CAST(java_method('java.lang.System', 'currentTimeMillis') AS BIGINT))"

    def write(batch: DataFrame, number: int) -> None:
        columns = [f"get_json_object(value, '$.{name}') AS `{name}`" for name in folders]
        stamped = batch.selectExpr("partition", "CAST(value AS BINARY) AS value", f"{now} AS timestamp", *columns)
        stamped.write.mode("overwrite").partitionBy(*folders).parquet(str(folder / f"batch={number}"))

    return write
