"""What the lowering costs: throughput of lowered flows against programs written by hand, and the price of the two marks.

    python benchmarks/lowering.py [--rounds 5] [--workload wordcount] [--paradigm microbatch]

In each round the three variants run one after the other on the same preloaded topic, in an order that turns; ratios are taken
within a round and the median over the rounds is printed. Goals: lowered at least 0.95 of handwritten, marks below 10 %.
"""

import argparse
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handwritten import HANDWRITTEN
from streamgauge.engines.base import Place
from streamgauge.engines.spark import MICROBATCH
from streamgauge.engines.spark.endpoints import read_stream, write_stream
from streamgauge.engines.spark.lowering import lower
from streamgauge.engines.spark.running import RunningQuery
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.experiments.preload import preload
from streamgauge.transport.base import Stamp, Topic
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload

PARTITIONS = 2
BATCHES = 10
EVENTS = {
    ("wordcount", "microbatch"): 1_000_000,
    ("wordcount", "realtime"): 100_000,
    ("grep", "microbatch"): 4_000_000,
    ("grep", "realtime"): 4_000_000,
}
TRIGGERS = {"microbatch": MicroBatch(0), "realtime": RealTime(5)}


@dataclass(frozen=True)
class Bench:
    spark: Any
    transport: KafkaTransport
    work: Path

    def records_per_second(self, plan: Callable[[Any, int], Any], source: Topic, paradigm: str, events: int) -> float:
        """Run one program over the whole topic; the first batch, or the first moment, is not counted."""
        name = f"out-{uuid.uuid4().hex[:8]}"
        output = self.transport.create_topic(name, partitions=PARTITIONS, stamp=Stamp.APPENDED)
        records = read_stream(self.spark, source, events // BATCHES if paradigm == "microbatch" else 0)
        writer = write_stream(plan(records, PARTITIONS), output).outputMode("update")
        query = TRIGGERS[paradigm].apply(writer.option("checkpointLocation", str(self.work / name))).start()
        running = RunningQuery(query)
        try:
            wait_until_consumed(running, events)
        finally:
            running.stop()
        span_s = append_span_s(output)
        self.transport.delete_topic(name)
        counted = events * (BATCHES - 1) / BATCHES if paradigm == "microbatch" else events
        return counted / span_s


def wait_until_consumed(running: RunningQuery, events: int) -> None:
    deadline = time.monotonic() + 300
    while running.progress().consumed < events:
        if running.failure() or time.monotonic() > deadline:
            raise SystemExit(f"the query failed: {running.failure() or 'it did not finish in 300 s'}")
        time.sleep(0.1)


def append_span_s(topic: Topic) -> float:
    reader, end, seen = topic.reader(), sum(topic.end_offsets()), 0
    first, last = 2**63, 0
    while seen < end:
        records = reader.poll(1.0)
        seen += len(records)
        for record in records:
            first, last = min(first, record.timestamp_ms), max(last, record.timestamp_ms)
    reader.close()
    return (last - first) / 1000


def compare(bench: Bench, workload: str, paradigm: str, rounds: int) -> None:
    configured, events = load_workload(workload).configured({}, seed=1), EVENTS[workload, paradigm]
    source = bench.transport.create_topic(f"in-{uuid.uuid4().hex[:8]}", partitions=PARTITIONS, stamp=Stamp.INTENDED)
    preload(configured, source, events)
    variants: dict[str, Callable[[Any, int], Any]] = {
        "handwritten": HANDWRITTEN[workload],
        "lowered": lambda records, n: lower(configured.flow, records, output_partitions=n),
        "lowered, no marks": lambda records, n: lower(configured.flow, records, output_partitions=n, with_marks=False),
    }
    measured: dict[str, list[float]] = {name: [] for name in variants}
    for number in range(rounds + 1):  # the first round warms up and is not counted
        order = list(variants)[number % 3 :] + list(variants)[: number % 3]
        for name in order if number % 2 else reversed(order):
            rate = bench.records_per_second(variants[name], source, paradigm, events)
            if number:
                measured[name].append(rate)
    bench.transport.delete_topic(source.name)
    lowered = ratios(measured["lowered"], measured["handwritten"])
    marks = ratios(measured["lowered"], measured["lowered, no marks"])
    print(
        f"{workload:<10} {paradigm:<11} handwritten {statistics.median(measured['handwritten']):>9,.0f}/s"
        f"   lowered / handwritten {statistics.median(lowered):.2f} ({min(lowered):.2f}..{max(lowered):.2f})"
        f"   cost of the marks {1 - statistics.median(marks):+.0%} ({1 - max(marks):+.0%}..{1 - min(marks):+.0%})",
        flush=True,
    )


def ratios(above: list[float], below: list[float]) -> list[float]:
    return [a / b for a, b in zip(above, below, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workload", choices=sorted(HANDWRITTEN), action="append")
    parser.add_argument("--paradigm", choices=sorted(TRIGGERS), action="append")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="streamgauge-bench-") as folder:
        work = Path(folder)
        with ManagedBroker.start(log_dir=work / "broker") as broker, MICROBATCH.open({}, Place(work, work)) as session:
            bench = Bench(session.spark, KafkaTransport(broker.bootstrap_servers), work)
            for workload in given.workload or sorted(HANDWRITTEN, reverse=True):
                for paradigm in given.paradigm or sorted(TRIGGERS):
                    compare(bench, workload, paradigm, given.rounds)


if __name__ == "__main__":
    main()
