"""Programs timed on one Spark and one broker, from preloaded topics: what the benchmarks of the lowering share."""

import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamgauge.engines.base import Place
from streamgauge.engines.spark import MICROBATCH
from streamgauge.engines.spark.endpoints import read_stream, write_stream
from streamgauge.engines.spark.running import RunningQuery
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.experiments.preload import preload
from streamgauge.transport.base import Stamp, Topic
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads.base import ConfiguredWorkload

PARTITIONS = 2
BATCHES = 10
TRIGGERS = {"microbatch": MicroBatch(0), "realtime": RealTime(5)}


@dataclass(frozen=True)
class Bench:
    """One Spark, one broker."""

    spark: Any
    transport: KafkaTransport
    work: Path

    @contextmanager
    def source(self, workload: ConfiguredWorkload, events: int) -> Iterator[Topic]:
        """A topic with the first events of a workload."""
        topic = self.transport.create_topic(f"in-{uuid.uuid4().hex[:8]}", partitions=PARTITIONS, stamp=Stamp.INTENDED)
        preload(workload, topic, events)
        yield topic
        self.transport.delete_topic(topic.name)

    def records_per_second(
        self, plan: Callable[[Any, int], Any], source: Topic, paradigm: str, events: int, output_mode: str = "update"
    ) -> float:
        """Run one program over the whole topic; the first batch, or the first moment, is not counted."""
        name = f"out-{uuid.uuid4().hex[:8]}"
        output = self.transport.create_topic(name, partitions=PARTITIONS, stamp=Stamp.APPENDED)
        records = read_stream(self.spark, source, events // BATCHES if paradigm == "microbatch" else 0)
        writer = write_stream(plan(records, PARTITIONS), output).outputMode(output_mode)
        query = TRIGGERS[paradigm].apply(writer.option("checkpointLocation", str(self.work / name))).start()
        running = RunningQuery(query, has_batches=paradigm == "microbatch")
        try:
            wait_until_consumed(running, events)
            reports = list(query.recentProgress)
        finally:
            running.stop()
        rate = events * batch_rate(reports) if paradigm == "microbatch" else events / append_span_s(output)
        self.transport.delete_topic(name)
        return rate


@contextmanager
def open_bench() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="streamgauge-bench-") as folder:
        work = Path(folder)
        with ManagedBroker.start(log_dir=work / "broker") as broker, MICROBATCH.open({}, Place(work, work)) as session:
            yield Bench(session.spark, KafkaTransport(broker.bootstrap_servers), work)


def wait_until_consumed(running: RunningQuery, events: int) -> None:
    deadline = time.monotonic() + 300
    while running.progress().consumed < events:
        if running.failure() or time.monotonic() > deadline:
            raise SystemExit(f"the query failed: {running.failure() or 'it did not finish in 300 s'}")
        time.sleep(0.1)


def batch_rate(reports: list[Any]) -> float:
    """The part of the input that a second of batches dealt with; the first batch, which is cold, is not counted.

    Batches rather than outputs are timed, because a flow that writes at the end of its windows writes late.
    """
    batches = [each for each in reports if each["numInputRows"]]
    taken = [each["numInputRows"] for each in batches]
    seconds = sum(each["durationMs"]["triggerExecution"] for each in batches[1:]) / 1000
    return float(sum(taken[1:]) / sum(taken) / seconds)


def append_span_s(topic: Topic) -> float:
    """Seconds from the first to the last record that was appended."""
    reader, end, seen = topic.reader(), sum(topic.end_offsets()), 0
    first, last = 2**63, 0
    while seen < end:
        records = reader.poll(1.0)
        seen += len(records)
        for record in records:
            first, last = min(first, record.timestamp_ms), max(last, record.timestamp_ms)
    reader.close()
    return (last - first) / 1000
