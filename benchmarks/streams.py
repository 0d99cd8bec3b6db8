"""How fast sentences are made on one core, and whether a Kafka sender keeps its schedule.

python benchmarks/streams.py

It makes sentences for a few seconds, then sends 50,000 records/s for 20 s into the managed broker.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from streamgauge.streams.sentences import Sentences

TRIALS = 5
RECORDS = 500_000
SIMPLE_RECORDS = 20_000
SLICE = 500  # what the sender asks for at a time


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    measure_making()
    measure_sending()


def measure_making() -> None:
    simple = records_per_second(make_simply, SIMPLE_RECORDS)
    print(f"simple Python       {simple:12,.0f} sentences/s")
    for stream in (Sentences(), Sentences(distribution="zipf")):
        for count, label in ((RECORDS, "at once"), (SLICE, f"by {SLICE}")):
            made = records_per_second(partial(make, stream, count), RECORDS)
            print(f"{stream.distribution:8} {label:10} {made:12,.0f} sentences/s  {made / simple:6.1f} x simple")


def make(stream: Sentences, count: int, total: int) -> None:
    for first in range(0, total, count):
        stream.records(first, count)


def make_simply(total: int) -> None:
    """What one writes without a second thought, with the same lengths and words."""
    draw = random.Random(1)  # noqa: S311
    for _ in range(total):
        length = draw.gauss(10, 1)
        words: list[str] = []
        while len(words) < length:
            words.append(f"{draw.randint(1, 10_000):05d}")
        " ".join(words).encode()


def records_per_second(work: Callable[[int], None], total: int) -> float:
    """The median of several trials, after one that does not count."""
    work(SLICE)
    return total / median(seconds(work, total) for _ in range(TRIALS))


def seconds(work: Callable[[int], None], total: int) -> float:
    started = time.perf_counter()
    work(total)
    return time.perf_counter() - started


def measure_sending(rate: int = 50_000, length_s: int = 20) -> None:
    from streamgauge.load.sender import send
    from streamgauge.streams.rates import Constant
    from streamgauge.transport.base import Stamp
    from streamgauge.transport.kafka.broker import ManagedBroker
    from streamgauge.transport.kafka.transport import KafkaTransport
    from streamgauge.transport.placement import RoundRobin

    with tempfile.TemporaryDirectory() as folder, ManagedBroker.start(log_dir=Path(folder)) as broker:
        transport = KafkaTransport(broker.bootstrap_servers)
        topic = transport.create_topic("benchmark-streams", partitions=4, stamp=Stamp.INTENDED)
        shape, writer = Constant(rate), topic.writer()
        events = shape.events_within(length_s)
        report = send(Sentences(), shape, writer, placement=RoundRobin(4), first_event=0, events=events)
        writer.close()
        assert sum(topic.end_offsets()) == events
    late = report.lateness
    print(f"sender, {rate:,} records/s for {length_s} s: {late.share_punctual:.4%} within 10 ms of their intended time")
    print(f"  lateness p50 {late.p50_ms:.2f} ms, p99 {late.p99_ms:.2f} ms, max {late.max_ms:.1f} ms")
    print(f"  achieved {report.records_per_second:,.0f} records/s")


if __name__ == "__main__":
    main()
