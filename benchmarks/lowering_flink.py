"""What the lowering to Flink costs: throughput of generated SQL against statements written by hand, in one run.

    python benchmarks/lowering_flink.py [--rounds 3] [--workload wordcount] [--events 600000]

Both run one after the other on the same preloaded topic, with the same settings, in an order that turns; ratios are taken within
a round and the median over the rounds is printed. Both must write as many records, and in the round before, which warms up and is
not counted, the reference's answer. Goal: at least 0.95; a workload below it makes the exit code 1.
"""

import argparse
import statistics
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answers import check
from handwritten_flink import HANDWRITTEN
from streamgauge.engines.base import Place
from streamgauge.engines.child import ChildSession, RunningChild
from streamgauge.engines.flink import ENGINE
from streamgauge.engines.flink.program import program_of
from streamgauge.experiments.lab import expected_answer
from streamgauge.experiments.preload import preload
from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer
from streamgauge.transport.base import Stamp, Topic
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload

PARTITIONS = 2
GOAL = 0.95
EVENTS = {"wordcount": 600_000, "ysb": 3_000_000, "nexmark-q5": 4_000_000, "nexmark-q8": 4_000_000}
COLD = 0.2  # of the records, before the clock starts
LIMIT_S = 300.0
QUIET_S = 3.0  # without news, after which an output is taken for complete
END = b'{"_end":4102444800000}'  # ends the last window of whatever waits for it, and is nothing to others


@dataclass
class Programs:
    """Makes programs of generated statements, or of those written by hand."""

    by_hand: bool = False

    def __call__(
        self, flow: Flow, source: Topic | None, sink: Topic | None, settings: dict[str, str], parallelism: int
    ) -> dict[str, Any]:
        program = program_of(flow, source, sink, settings, parallelism)
        if not self.by_hand:
            return program
        assert isinstance(source, KafkaTopic)
        assert isinstance(sink, KafkaTopic)
        statements, insert = HANDWRITTEN[flow.name]
        delay = f"{flow.source.watermark_delay_ms / 1000:.3f}"
        places = {"source": source.name, "sink": sink.name, "servers": source.bootstrap_servers, "delay": delay}
        return program | {"statements": [each.format(**places) for each in statements], "insert": insert}


def compare(
    programs: Programs, session: ChildSession, transport: KafkaTransport, workload: str, *, rounds: int, events: int
) -> float:
    """The median of the ratios of a workload; it is printed."""
    configured = load_workload(workload).configured({}, seed=1)
    source = transport.create_topic(f"in-{uuid.uuid4().hex[:8]}", partitions=PARTITIONS, stamp=Stamp.INTENDED)
    preload(configured, source, events)
    records = events + (end(source) if configured.flow.source.has_event_time else 0)
    measured: dict[bool, list[float]] = {False: [], True: []}
    outputs: dict[bool, int] = {}
    expected = expected_answer(configured, events)
    for number in range(rounds + 1):  # the first round warms up and is not counted
        for is_by_hand in (False, True) if number % 2 else (True, False):
            programs.by_hand = is_by_hand
            right = None if number else expected
            rate, outputs[is_by_hand] = run(session, transport, configured.flow, source, records, right=right)
            if number:
                measured[is_by_hand].append(rate)
    transport.delete_topic(source.name)
    ratios = [lowered / by_hand for lowered, by_hand in zip(measured[False], measured[True], strict=True)]
    print(
        f"{workload:<11} handwritten {statistics.median(measured[True]):>9,.0f}/s, {outputs[True]:>9,} outputs"
        f"   generated {statistics.median(measured[False]):>9,.0f}/s, {outputs[False]:>9,} outputs"
        f"   generated / handwritten {statistics.median(ratios):.2f} ({min(ratios):.2f}..{max(ratios):.2f})",
        flush=True,
    )
    if outputs[True] != outputs[False]:
        raise SystemExit(f"{workload}: this is not the same work")
    return statistics.median(ratios)


def end(source: Topic) -> int:
    """Say in each partition that the time has come; how often it was said."""
    writer = source.writer()
    for partition in range(PARTITIONS):
        writer.send(partition, END, 0)
    writer.close()
    return PARTITIONS


def run(
    session: ChildSession, transport: KafkaTransport, flow: Flow, source: Topic, records: int, *, right: Answer | None
) -> tuple[float, int]:
    """Run one program over the whole topic: records per second, without the first ones while the JVM warms up, and outputs.

    With `right`, any other answer is refused.
    """
    sink = transport.create_topic(f"out-{uuid.uuid4().hex[:8]}", partitions=PARTITIONS, stamp=Stamp.APPENDED)
    running = session.start(flow, source, sink)
    try:
        rate = records_per_second(running, records)
        outputs = outputs_of(sink)
        if right is not None:
            check(flow, sink, outputs, right, input_partitions=PARTITIONS)
        return rate, outputs
    finally:
        running.stop()
        transport.delete_topic(sink.name)


def records_per_second(running: RunningChild, records: int) -> float:
    began, before, deadline = 0.0, 0, time.monotonic() + LIMIT_S
    while (consumed := running.progress().consumed) < records:
        if not began and consumed > COLD * records:
            began, before = time.monotonic(), consumed
        if (failure := running.failure()) or time.monotonic() > deadline:
            raise SystemExit(f"the job failed: {failure or f'it did not finish in {LIMIT_S:.0f} s'}")
        time.sleep(0.05)
    if not began:
        raise SystemExit(f"{records:,} records are too few: they were over before the clock could start")
    return (records - before) / (time.monotonic() - began)


def outputs_of(sink: Topic) -> int:
    count, last_news = -1, time.monotonic()
    while time.monotonic() - last_news < QUIET_S:
        if (now := sum(sink.end_offsets())) != count:
            count, last_news = now, time.monotonic()
        time.sleep(0.1)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workload", choices=sorted(HANDWRITTEN), action="append")
    parser.add_argument("--events", type=int, help=f"of each workload; by default {EVENTS}")
    given = parser.parse_args()
    ratios = {}
    with tempfile.TemporaryDirectory(prefix="streamgauge-bench-") as folder:
        place, programs = Place(Path(folder), Path(folder)), Programs()
        with ManagedBroker.start(log_dir=place.logs / "broker") as broker, ENGINE.open_with(programs, {}, place) as session:
            for workload in given.workload or HANDWRITTEN:
                transport, events = KafkaTransport(broker.bootstrap_servers), given.events or EVENTS[workload]
                ratios[workload] = compare(programs, session, transport, workload, rounds=given.rounds, events=events)
    below = [workload for workload, ratio in ratios.items() if ratio < GOAL]
    if below:
        print(f"below {GOAL}: {', '.join(below)}")
    return int(bool(below))


if __name__ == "__main__":
    sys.exit(main())
