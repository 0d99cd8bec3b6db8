"""Your own PySpark pipeline in the better of Spark's two paradigms: words of a topic, counted into another.

python examples/dual_pipeline.py                                        a broker and a burst of its own, for a minute
python examples/dual_pipeline.py kafka://HOST:9092/IN kafka://HOST:9092/OUT CHECKPOINT      your topics, until Ctrl-C
"""

import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from streamgauge import dual


def count_words(records: DataFrame) -> DataFrame:
    """Any transformation from the columns of Spark's Kafka source to `key` and `value`."""
    lines = records.selectExpr("CAST(value AS STRING) AS line")
    words = lines.selectExpr("explode(split(line, ' ')) AS word")
    return words.groupBy("word").count().selectExpr("word AS key", "to_json(struct(word, count)) AS value")


def session() -> SparkSession:
    # Real-time mode needs a slot for each task at once: one for each partition of the input, two for the count, two to spare.
    builder = SparkSession.builder.master("local[32]").appName("dual pipeline")
    builder = builder.config("spark.sql.shuffle.partitions", "2").config("spark.ui.enabled", "false")
    builder = builder.config("spark.jars", ",".join(map(str, dual.jars())))
    for name, value in dual.SETTINGS.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def told(switch: Mapping[str, Any]) -> None:
    print(f"switched to the {switch['to']}: {switch['decision']['why']}", flush=True)


def run(source: str, sink: str, checkpoint: str, seconds: float | None) -> None:
    spark = session()
    query = dual.DualQuery(spark, source=source, transform=count_words, sink=sink, checkpoint=checkpoint, on_switch=told)
    print(f"guarantee: {query.guarantee.value}", flush=True)
    query.start()
    try:
        query.await_termination(seconds)
    except KeyboardInterrupt:
        print("stopping")
    finally:
        query.stop()
        status = query.status()
        read, written, waiting = (status[name] or 0 for name in ("processed", "written", "queue"))
        print(f"read {read:,} records, wrote {written:,}, {waiting:,} waiting")
        spark.stop()


def run_alone() -> None:
    """The same with a broker of its own: calm, then a burst for ten seconds, then calm."""
    from streamgauge.load.sender import send
    from streamgauge.streams.rates import parse_rate
    from streamgauge.streams.sentences import Sentences
    from streamgauge.transport.base import Stamp
    from streamgauge.transport.kafka.broker import ManagedBroker
    from streamgauge.transport.kafka.transport import KafkaTransport
    from streamgauge.transport.placement import RoundRobin

    load = parse_rate("bursts:calm=500,burst=30000,start=25,length=10,gap=30")
    with tempfile.TemporaryDirectory() as folder, ManagedBroker.start(log_dir=Path(folder)) as broker:
        transport = KafkaTransport(broker.bootstrap_servers)
        source = transport.create_topic("lines", partitions=2, stamp=Stamp.INTENDED)
        transport.create_topic("counts", partitions=2, stamp=Stamp.APPENDED)
        writer = source.writer()
        over = threading.Event()
        events = load.events_within(60)
        sender = threading.Thread(
            target=send,
            args=(Sentences(), load, writer),
            kwargs={"placement": RoundRobin(2), "first_event": 0, "events": events, "stop": over.is_set},
        )
        sender.start()
        try:
            url = f"kafka://{broker.bootstrap_servers}"
            run(f"{url}/lines", f"{url}/counts", f"{folder}/checkpoint", seconds=70)
        finally:
            over.set()
            sender.join()
            writer.close()


if __name__ == "__main__":
    if len(sys.argv) == 1:
        run_alone()
    elif len(sys.argv) == 4:  # noqa: PLR2004
        run(*sys.argv[1:], seconds=None)
    else:
        sys.exit(__doc__)
