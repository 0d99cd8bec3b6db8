"""What one thread of Python with numpy does from the same topic to the same kind of topic: an anchor for every engine's figure.

    python benchmarks/limit.py [--events 1000000] [--rounds 3] [--runs runs]

It has no state that survives, no other worker to agree with, nothing to recover, and knows its records to the byte: what an
engine takes longer is what it charges for these. Records are taken in as many at a time as have come, and each change of a row
is written once for each such batch, as a micro-batch engine does. Answers are compared with the reference's; the client's own
threads fetch and send. Below the limit stand the engines with their options, by their last throughput run in the folder of the
runs that was right, conclusive and not disturbed.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

from answers import check
from limit_programs import PARTITIONS, PROGRAMS, Program
from streamgauge.experiments.lab import expected_answer
from streamgauge.experiments.preload import preload
from streamgauge.report.index import readable_runs
from streamgauge.report.sections.options import options_in_words
from streamgauge.runs.reading import Run
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload

MOST_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Figures:
    """What stands in a line: records a second, also by the core that was busy, and how many outputs an input has."""

    records_per_second: float
    records_per_core_second: float | None
    outputs_per_input: float | None = None  # older runs do not tell it


def run(program: Program, source: KafkaTopic, output: KafkaTopic, events: int) -> Figures:
    """From the first record to the acknowledgement of the last output; the client's threads count among the cores."""
    place = {"bootstrap.servers": source.bootstrap_servers}
    consumer = Consumer({**place, "group.id": "limit", "enable.auto.commit": False, "fetch.queue.backoff.ms": 1})
    consumer.assign([TopicPartition(source.name, number, OFFSET_BEGINNING) for number in range(PARTITIONS)])
    producer = Producer({**place, "linger.ms": 5, "queue.buffering.max.messages": 2_000_000})
    encode = msgspec.json.Encoder().encode
    seen, written, since = 0, 0, (0.0, 0.0)
    while seen < events:
        messages = consumer.consume(1, 30.0) + consumer.consume(MOST_AT_ONCE, 0)
        since = since if seen else (time.monotonic(), time.process_time())
        seen += len(messages)
        for partition, row in program(messages):
            producer.produce(output.name, encode(row), partition=partition)
            written += 1
        producer.poll(0)
    if producer.flush(60):
        raise SystemExit("the broker did not take all outputs")
    wall_s, busy_s = time.monotonic() - since[0], time.process_time() - since[1]
    consumer.close()
    return Figures(events / wall_s, events / busy_s, written / events)


@contextmanager
def fresh(transport: KafkaTransport, name: str, stamp: Stamp) -> Iterator[KafkaTopic]:
    topic = transport.create_topic(name, partitions=PARTITIONS, stamp=stamp)
    yield topic
    transport.delete_topic(name)


def limit_of(name: str, transport: KafkaTransport, events: int, rounds: int) -> Figures:
    """The round in the middle; the answer of the first is checked."""
    workload, found = load_workload(name).configured({}, seed=1), []
    with fresh(transport, f"in-{name}", Stamp.INTENDED) as source:
        preload(workload, source, events)
        for number in range(rounds):
            with fresh(transport, f"out-{name}-{number}", Stamp.APPENDED) as output:
                found.append(run(PROGRAMS[name](), source, output, events))
                if number == 0:
                    right, written = expected_answer(workload, events), sum(output.end_offsets())
                    check(workload.flow, output, written, right, input_partitions=PARTITIONS)
    middle = statistics.median_low(each.records_per_second for each in found)
    return next(each for each in found if each.records_per_second == middle)


def engines_of(name: str, root: Path) -> dict[str, Figures]:
    """The figures of each engine, with its options: the last throughput run of a workload as it is that nothing is wrong with."""
    found = {}
    for each in sorted(readable_runs(root)[0], key=lambda run: run.started):
        result: dict[str, Any] = each.result
        is_asked = (result["experiment"], result["workload"]) == ("throughput", name) and not result.get("properties")
        if is_asked and _has_such_topics(each):
            named = {told.partition(":")[0]: told for told in options_in_words(each)}
            for entry in result["engines"]:
                if _is_sound(entry) and not entry["settings"]:
                    found[named.get(entry["engine"], entry["engine"])] = msgspec.convert(entry, Figures)
    return found


def _has_such_topics(run: Run) -> bool:
    """Between topics like ours: of Kafka, on a broker of our own, with as many partitions."""
    transport = run.plan.get("transport", {})
    is_alike = (transport.get("kind"), transport.get("partitions")) == ("kafka", PARTITIONS)
    return is_alike and not transport.get("bootstrap_servers")


def _is_sound(entry: dict[str, Any]) -> bool:
    doubts = (entry.get("inconclusive"), entry.get("disturbed"))
    return bool(entry["verified"] and entry["records_per_second"] and not any(doubts))


def tell(name: str, limit: Figures, engines: dict[str, Figures]) -> None:
    print(f"{name:<30}{'records/s':>12}{'per core':>12}{'outputs each':>14}{'of the limit':>14}")
    for who, each in {"one thread, numpy, verified": limit, **engines}.items():
        core = f"{each.records_per_core_second:,.0f}" if each.records_per_core_second else "-"
        outputs = "-" if each.outputs_per_input is None else f"{each.outputs_per_input:.3f}"
        share = each.records_per_second / limit.records_per_second
        print(f"  {who:<28}{each.records_per_second:>12,.0f}{core:>12}{outputs:>14}{share:>14.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workload", choices=sorted(PROGRAMS), action="append")
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    given = parser.parse_args()
    with TemporaryDirectory(prefix="streamgauge-bench-") as folder, ManagedBroker.start(log_dir=Path(folder)) as broker:
        transport = KafkaTransport(broker.bootstrap_servers)
        for name in given.workload or PROGRAMS:
            tell(name, limit_of(name, transport, given.events, given.rounds), engines_of(name, given.runs))


if __name__ == "__main__":
    main()
