"""What one thread of plain Python does from the same topic to the same kind of topic: an anchor for every engine's figure.

    python benchmarks/limit.py [--events 1000000] [--rounds 3]

It has no state that survives, no other worker to agree with, nothing to recover: what an engine takes longer is what it
charges for these. Records are taken in as many at a time as have come, and each change of a row is written once for each such
batch, as a micro-batch engine does. Answers are compared with the reference's; the client's own threads fetch and send.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import msgspec
from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

from streamgauge.experiments.lab import expected_answer
from streamgauge.experiments.preload import preload
from streamgauge.flow.answer import Answer, AnswerShape, compare
from streamgauge.flow.output import row_decoder
from streamgauge.streams.ysb import Ysb
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload
from streamgauge.workloads.base import ConfiguredWorkload

PARTITIONS = 2
MOST_AT_ONCE = 20_000
WINDOW_MS = 10_000

# Takes in messages, gives the rows that they change: (output partition, row).
Program: TypeAlias = Callable[[list[Any]], Iterable[tuple[int, dict[str, Any]]]]


def wordcount() -> Program:
    counts: Counter[bytes] = Counter()

    def take(messages: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        newest = max(message.timestamp()[1] for message in messages)
        new = Counter(b" ".join([message.value() for message in messages]).split(b" "))
        counts.update(new)
        for word in new:
            yield hash(word) % PARTITIONS, {"word": word.decode(), "count": counts[word], "_t": newest}

    return take


def grep() -> Program:
    def take(messages: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        for message in messages:
            if b"needle" in (value := message.value()):
                origin = [message.partition(), message.offset()]
                yield origin[0], {"sentence": value.decode(), "_t": message.timestamp()[1], "_o": origin}

    return take


class Event(msgspec.Struct):
    """What the count needs of an event; all else is skipped, not decoded."""

    ad_id: str
    event_type: str
    event_time: str


def ysb() -> Program:
    campaigns, decode = dict(Ysb().campaign_table()), msgspec.json.Decoder(Event).decode
    counts: Counter[tuple[str, int]] = Counter()

    def take(messages: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        newest = max(message.timestamp()[1] for message in messages)
        events = [decode(message.value()) for message in messages]
        new = Counter(
            (campaigns.get(event.ad_id, "UNKNOWN AD"), int(event.event_time) // WINDOW_MS)
            for event in events
            if event.event_type == "view"
        )
        counts.update(new)
        for key in new:
            campaign, window = key
            bounds = {"window_start": window * WINDOW_MS, "window_end": (window + 1) * WINDOW_MS}
            yield hash(key) % PARTITIONS, {"campaign": campaign, **bounds, "count": counts[key], "_t": newest}

    return take


PROGRAMS = {"wordcount": wordcount, "grep": grep, "ysb": ysb}


def run(program: Program, source: KafkaTopic, output: KafkaTopic, events: int) -> float:
    """Records a second, from the first record to the acknowledgement of the last output."""
    place = {"bootstrap.servers": source.bootstrap_servers}
    consumer = Consumer({**place, "group.id": "limit", "enable.auto.commit": False, "fetch.queue.backoff.ms": 1})
    consumer.assign([TopicPartition(source.name, number, OFFSET_BEGINNING) for number in range(PARTITIONS)])
    producer = Producer({**place, "linger.ms": 5, "queue.buffering.max.messages": 2_000_000})
    encode = msgspec.json.Encoder().encode
    seen, started = 0, 0.0
    while seen < events:
        messages = consumer.consume(1, 30.0) + consumer.consume(MOST_AT_ONCE, 0)
        started = started or time.monotonic()
        seen += len(messages)
        for partition, row in program(messages):
            producer.produce(output.name, encode(row), partition=partition)
        producer.poll(0)
    if producer.flush(60):
        raise SystemExit("the broker did not take all outputs")
    seconds = time.monotonic() - started
    consumer.close()
    return events / seconds


def check(workload: ConfiguredWorkload, output: KafkaTopic, events: int) -> None:
    """Refuse a wrong answer."""
    answer, end = Answer(AnswerShape.of(workload.flow)), sum(output.end_offsets())
    decode, reader = row_decoder(workload.flow, RoundRobin(PARTITIONS).event_number), output.reader()
    while answer.written < end:
        for record in reader.poll(1.0):
            answer.add(decode(record.value))
    reader.close()
    found = compare(expected_answer(workload, events), answer, examples=3)
    if not found.equal:
        raise SystemExit(f"{workload.flow.name}: wrong answer: {found.examples}")


@contextmanager
def fresh(transport: KafkaTransport, name: str, stamp: Stamp) -> Iterator[KafkaTopic]:
    topic = transport.create_topic(name, partitions=PARTITIONS, stamp=stamp)
    yield topic
    transport.delete_topic(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workload", choices=sorted(PROGRAMS), action="append")
    given = parser.parse_args()
    with TemporaryDirectory(prefix="streamgauge-bench-") as folder, ManagedBroker.start(log_dir=Path(folder)) as broker:
        transport = KafkaTransport(broker.bootstrap_servers)
        for name in given.workload or PROGRAMS:
            workload, rates = load_workload(name).configured({}, seed=1), []
            with fresh(transport, f"in-{name}", Stamp.INTENDED) as source:
                preload(workload, source, given.events)
                for number in range(given.rounds):
                    with fresh(transport, f"out-{name}-{number}", Stamp.APPENDED) as output:
                        rates.append(run(PROGRAMS[name](), source, output, given.events))
                        if number == 0:
                            check(workload, output, given.events)
            print(
                f"{name:<10} {statistics.median(rates):>10,.0f} records/s with one thread of Python, answer verified", flush=True
            )


if __name__ == "__main__":
    main()
