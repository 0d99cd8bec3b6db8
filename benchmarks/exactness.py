"""Exactness of the dual engine: switches at random moments, and kill -9 at random moments; nothing lost, nothing twice.

    python benchmarks/exactness.py [--switched 20] [--killed 10] [--first-seed 1]

Each run sends a workload's events at a steady rate and then compares the whole output with the reference: for a part without
state every record must be there exactly once, for one with state every final value must be right.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from streamgauge.engines.base import Place
from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.observation import Paradigm
from streamgauge.engines.dual.spark.pipeline import DualPipeline
from streamgauge.engines.dual.spark.switchable import Plan, SwitchableQuery
from streamgauge.engines.spark import REALTIME
from streamgauge.engines.spark.lowering import lower_with_origin, output_mode
from streamgauge.engines.spark.trigger import MicroBatch, RealTime
from streamgauge.experiments.collector import Collector
from streamgauge.experiments.lab import expected_answer
from streamgauge.flow.answer import Comparison, compare
from streamgauge.host.processes import tail
from streamgauge.load.sender import send
from streamgauge.streams.rates import parse_rate
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.transport.placement import RoundRobin
from streamgauge.workloads import load_workload
from streamgauge.workloads.base import ConfiguredWorkload

WORKLOADS = ("grep", "wordcount", "ysb")
RATE = 1_500
PARTITIONS = 2
REALTIME_BATCH_S = 2.0
READ_AHEAD_MS = 600_000
QUIET_S, LIMIT_S = 4.0, 240.0


@dataclass(frozen=True)
class Topics:
    """A fresh input and output on a broker."""

    source: KafkaTopic
    sink: KafkaTopic

    @classmethod
    def fresh(cls, broker: ManagedBroker, name: str) -> "Topics":
        transport = KafkaTransport(broker.bootstrap_servers)
        make = transport.create_topic
        source = make(f"{name}-in", partitions=PARTITIONS, stamp=Stamp.INTENDED)
        return cls(source, make(f"{name}-out", partitions=PARTITIONS, stamp=Stamp.APPENDED))

    @contextmanager
    def fed(self, workload: ConfiguredWorkload, events: int) -> Iterator[threading.Thread]:
        """Events come in at a steady rate meanwhile."""
        over, writer = threading.Event(), self.source.writer()
        placement = RoundRobin(PARTITIONS)
        options = {"placement": placement, "first_event": 0, "events": events, "stop": over.is_set}
        sender = threading.Thread(target=send, args=(workload.stream, parse_rate(str(RATE)), writer), kwargs=options)
        sender.start()
        try:
            yield sender
        finally:
            over.set()
            sender.join()
            writer.close()

    def compared(self, workload: ConfiguredWorkload, events: int) -> Comparison:
        collector = Collector(workload.flow, self.sink, RoundRobin(PARTITIONS))
        collector.drain()
        collector.close()
        return compare(expected_answer(workload, events), collector.answer)


def part_of(workload: ConfiguredWorkload, spark: object, topics: Topics, checkpoint: Path) -> SwitchableQuery:
    """Of every two seeds one has its batches committed before a switch; the other has them interrupted, as on a cluster."""
    flow = workload.flow
    plan = Plan(
        lambda records: lower_with_origin(flow, records, output_partitions=PARTITIONS, read_ahead_ms=READ_AHEAD_MS),
        output_mode(flow),
    )
    triggers = {Paradigm.DATA: RealTime(REALTIME_BATCH_S), Paradigm.OPERATION: MicroBatch(0.0)}
    name = workload.name
    options = {"checkpoint": str(checkpoint), "triggers": triggers, "commits_first": workload.seed % 2 == 0}
    return SwitchableQuery(spark, name, plan, topics.source, topics.sink, **options)


def switched(spark: object, broker: ManagedBroker, folder: Path, seed: int, seconds: float = 40.0) -> tuple[str, Comparison, int]:
    """One run with switches every 2 to 8 s: the workload, how its output compares, and how many switches there were."""
    choose = random.Random(seed)  # noqa: S311
    workload = load_workload(WORKLOADS[seed % len(WORKLOADS)]).configured({}, seed)
    events = int(RATE * seconds)
    topics = Topics.fresh(broker, f"switched-{seed}")
    pipeline = DualPipeline([part_of(workload, spark, topics, folder / f"switched-{seed}")], Controller.of(1))
    pipeline.start()
    to = Paradigm.OPERATION
    with topics.fed(workload, events) as sender:
        while sender.is_alive():
            sender.join(choose.uniform(2, 8))
            pipeline.force(to)
            to = Paradigm.DATA if to is Paradigm.OPERATION else Paradigm.OPERATION
    _wait_until_done(topics, lambda: _has_done(pipeline, events), pipeline.failure)
    pipeline.stop()
    return workload.name, topics.compared(workload, events), sum(each["event"] == "switch" for each in pipeline.events)


def killed(broker: ManagedBroker, folder: Path, seed: int, seconds: float = 60.0) -> tuple[str, Comparison, int]:
    """One run in another process, which is killed at random moments and started again."""
    choose = random.Random(seed)  # noqa: S311
    workload = load_workload(WORKLOADS[seed % len(WORKLOADS)]).configured({}, seed)
    events = int(RATE * seconds)
    topics = Topics.fresh(broker, f"killed-{seed}")
    place = folder / f"killed-{seed}"
    place.mkdir()
    kills = 0
    with topics.fed(workload, events) as sender:
        while sender.is_alive():
            before = topics.sink.end_offsets()
            child = _child(workload, topics, place, seed + 100 * kills)
            sender.join(choose.uniform(14, 24))
            while sender.is_alive() and topics.sink.end_offsets() == before and child.poll() is None:
                sender.join(0.5)  # killed before it has written anything it would prove nothing
            if sender.is_alive():
                if why := _ended(child, place):  # by itself: nobody has killed it
                    raise RuntimeError(why)
                child.send_signal(signal.SIGKILL)
                child.wait()
                kills += 1
    try:
        reached = place / "reached"
        _wait_until_done(
            topics, lambda: reached.exists() and int(reached.read_text() or 0) >= events, lambda: _ended(child, place)
        )
    finally:
        child.terminate()
        child.wait()
    return workload.name, topics.compared(workload, events), kills


def _child(workload: ConfiguredWorkload, topics: Topics, place: Path, seed: int) -> "subprocess.Popen[bytes]":
    names = [topics.source.bootstrap_servers, topics.source.name, topics.sink.name]
    arguments = [workload.name, str(workload.seed), *names, str(place), str(seed)]
    with (place / "log").open("ab") as log:
        return subprocess.Popen([sys.executable, __file__, "--child", *arguments], stdout=log, stderr=log)


def _run_child(name: str, seed: int, servers: str, source: str, sink: str, place: Path, moment: int) -> None:  # noqa: PLR0917
    """What is killed: a pipeline that also switches now and then, and tells how far it is."""
    choose = random.Random(moment)  # noqa: S311
    topics = Topics(KafkaTopic.open(source, servers), KafkaTopic.open(sink, servers))
    workload = load_workload(name).configured({}, seed)
    with tempfile.TemporaryDirectory() as work:
        session = REALTIME.open({"realtime_batch": REALTIME_BATCH_S}, Place(Path(work), place))
        pipeline = DualPipeline([part_of(workload, session.spark, topics, place / "checkpoint")], Controller.of(1))
        pipeline.start()
        to, switch_s = Paradigm.OPERATION, time.monotonic() + choose.uniform(3, 8)
        while not pipeline.failure():
            time.sleep(0.5)
            if pipeline.last is not None:
                half = place / "reached.half"
                half.write_text(str(pipeline.last.parts[0].committed))
                half.replace(place / "reached")
            if time.monotonic() > switch_s:
                pipeline.force(to)
                to = Paradigm.DATA if to is Paradigm.OPERATION else Paradigm.OPERATION
                switch_s = time.monotonic() + choose.uniform(3, 8)
        sys.exit(pipeline.failure())


def _has_done(pipeline: DualPipeline, events: int) -> bool:
    return pipeline.last is not None and pipeline.last.parts[0].committed >= events


def _ended(child: "subprocess.Popen[bytes]", place: Path) -> str | None:
    if child.poll() is None:
        return None
    lines = (place / "log").read_text(errors="replace").splitlines()
    said = [line for line in lines if "terminated with exception" in line or "Error: " in line]
    return f"the child ended with {child.returncode}: {' | '.join(said) or tail(place / 'log', 10)}"


def _wait_until_done(topics: Topics, has_done: "object", failure: "object") -> None:
    """Return when all input is committed and the output has stood still for a while."""
    deadline, since, ends = time.monotonic() + LIMIT_S, time.monotonic(), topics.sink.end_offsets()
    while time.monotonic() - since < QUIET_S:
        if why := failure():  # type: ignore[operator]
            raise RuntimeError(why)
        if time.monotonic() > deadline:
            raise RuntimeError("not done in time")
        time.sleep(0.25)
        now = topics.sink.end_offsets()
        if now != ends or not has_done():  # type: ignore[operator]
            ends, since = now, time.monotonic()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--switched", type=int, default=20)
    parser.add_argument("--killed", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=1)
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        logs, work = root / "logs", root / "work"
        for each in (logs, work):
            each.mkdir()
        with ManagedBroker.start(log_dir=logs) as broker:
            with REALTIME.open({"realtime_batch": REALTIME_BATCH_S}, Place(work, logs)) as session:
                for seed in range(given.first_seed, given.first_seed + given.switched):
                    wrong += _tried("switches", seed, lambda seed: switched(session.spark, broker, work, seed))
            for seed in range(given.first_seed, given.first_seed + given.killed):
                wrong += _tried("kills", seed, lambda seed: killed(broker, root, seed))
    print(f"{given.switched + given.killed} runs, {wrong} of them wrong")
    sys.exit(bool(wrong))


def _tried(what: str, seed: int, run: Callable[[int], tuple[str, Comparison, int]]) -> int:
    """A run that fails is a wrong one, and the others are made all the same."""
    try:
        return _told(what, seed, *run(seed))
    except RuntimeError as error:
        print(f"seed {seed}: FAILED: {error}", flush=True)
        return 1


def _told(what: str, seed: int, name: str, found: Comparison, count: int) -> int:
    verdict = "exact" if found.equal else "WRONG"
    print(
        f"seed {seed}: {name}, {count} {what}: {verdict}; {found.expected_rows:,} rows expected, missing {found.missing}, "
        f"unexpected {found.unexpected}, different {found.different}, repeated {found.repeated}",
        flush=True,
    )
    return not found.equal


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _name, _seed, _servers, _source, _sink, _place, _moment = sys.argv[2:]
        _run_child(_name, int(_seed), _servers, _source, _sink, Path(_place), int(_moment))
    else:
        main()
