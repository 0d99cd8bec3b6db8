"""What the lowering to Flink costs: throughput of generated SQL against statements written by hand, in one run.

    python benchmarks/lowering_flink.py [--rounds 3] [--workload wordcount]

Both run one after the other on the same preloaded topic, with the same settings, in an order that turns; ratios are taken within
a round and the median over the rounds is printed. Goal: at least 0.95.
"""

import argparse
import statistics
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handwritten_flink import HANDWRITTEN
from streamgauge.engines.base import Place
from streamgauge.engines.child import ChildSession
from streamgauge.engines.flink import ENGINE
from streamgauge.engines.flink.program import program_of
from streamgauge.experiments.preload import preload
from streamgauge.flow import Flow
from streamgauge.transport.base import Stamp, Topic
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.workloads import load_workload

PARTITIONS = 2
EVENTS = {"wordcount": 600_000, "ysb": 3_000_000, "nexmark-q5": 4_000_000, "nexmark-q8": 4_000_000}
COLD = 0.2  # of the records, before the clock starts
LIMIT_S = 300.0


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


def compare(programs: Programs, session: ChildSession, transport: KafkaTransport, workload: str, rounds: int) -> None:
    configured, events = load_workload(workload).configured({}, seed=1), EVENTS[workload]
    source = transport.create_topic(f"in-{uuid.uuid4().hex[:8]}", partitions=PARTITIONS, stamp=Stamp.INTENDED)
    preload(configured, source, events)
    measured: dict[bool, list[float]] = {False: [], True: []}
    for number in range(rounds + 1):  # the first round warms up and is not counted
        for is_by_hand in (False, True) if number % 2 else (True, False):
            programs.by_hand = is_by_hand
            rate = records_per_second(session, transport, configured.flow, source, events)
            if number:
                measured[is_by_hand].append(rate)
    transport.delete_topic(source.name)
    ratios = [lowered / by_hand for lowered, by_hand in zip(measured[False], measured[True], strict=True)]
    print(
        f"{workload:<11} handwritten {statistics.median(measured[True]):>9,.0f}/s"
        f"   generated {statistics.median(measured[False]):>9,.0f}/s"
        f"   generated / handwritten {statistics.median(ratios):.2f} ({min(ratios):.2f}..{max(ratios):.2f})",
        flush=True,
    )


def records_per_second(session: ChildSession, transport: KafkaTransport, flow: Flow, source: Topic, events: int) -> float:
    """Run one program over the whole topic; the first records, while the JVM warms up, are not counted."""
    sink = transport.create_topic(f"out-{uuid.uuid4().hex[:8]}", partitions=PARTITIONS, stamp=Stamp.APPENDED)
    running = session.start(flow, source, sink)
    began, before, deadline = 0.0, 0, time.monotonic() + LIMIT_S
    try:
        while (consumed := running.progress().consumed) < events:
            if not began and consumed > COLD * events:
                began, before = time.monotonic(), consumed
            if (failure := running.failure()) or time.monotonic() > deadline:
                raise SystemExit(f"the job failed: {failure or f'it did not finish in {LIMIT_S:.0f} s'}")
            time.sleep(0.05)
        return (events - before) / (time.monotonic() - began)
    finally:
        running.stop()
        transport.delete_topic(sink.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workload", choices=sorted(HANDWRITTEN), action="append")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="streamgauge-bench-") as folder:
        place, programs = Place(Path(folder), Path(folder)), Programs()
        with ManagedBroker.start(log_dir=place.logs / "broker") as broker, ENGINE.open_with(programs, {}, place) as session:
            for workload in given.workload or HANDWRITTEN:
                compare(programs, session, KafkaTransport(broker.bootstrap_servers), workload, given.rounds)


if __name__ == "__main__":
    main()
