"""Topics that a test feeds and reads by hand, bit by bit."""

import os
import signal
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from streamgauge.engines.base import Place
from streamgauge.engines.child import ChildSession, RunningChild
from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer, AnswerShape
from streamgauge.flow.ending import end_markers
from streamgauge.flow.output import row_decoder
from streamgauge.transport.base import Stamp
from streamgauge.transport.kafka.broker import ManagedBroker
from streamgauge.transport.kafka.transport import KafkaTransport
from streamgauge.transport.placement import RoundRobin, placement_for
from tests.host.test_processes import comes_true


class FedTopics:
    """An input and an output, fed and read by hand."""

    def __init__(self, broker: ManagedBroker, flow: Flow, partitions: int = 2) -> None:
        name, make = f"test-{uuid.uuid4().hex[:8]}", KafkaTransport(broker.bootstrap_servers).create_topic
        self.input = make(f"{name}-in", partitions=partitions, stamp=Stamp.INTENDED)
        self.output = make(f"{name}-out", partitions=partitions, stamp=Stamp.APPENDED)
        self._flow = flow
        self.sent = 0

    def send(self, records: Sequence[bytes], *, are_last: bool = False) -> None:
        writer, partitions = self.input.writer(), self.input.partitions
        for partition, record in zip(placement_for(self._flow, partitions).spread(self.sent, records), records, strict=True):
            writer.send(partition, record, 0)
        markers = end_markers(self._flow, partitions) if are_last else []
        for partition, marker in enumerate(markers):
            writer.send(partition, marker, 0)
        writer.close()
        self.sent += len(records) + len(markers)

    def answer(self) -> Answer:
        answer, reader = Answer(AnswerShape.of(self._flow)), self.output.reader()
        decode = row_decoder(self._flow, RoundRobin(self.input.partitions).event_number)
        while records := reader.poll(timeout_s=1.0):
            for record in records:
                answer.add(decode(record.value))
        reader.close()
        return answer


def place_in(root: Path) -> Place:
    (root / "work").mkdir(parents=True)
    return Place(root / "work", root)


def run_and_kill(session: ChildSession, flow: Flow, topics: FedTopics, records: Sequence[bytes]) -> None:
    """Let it work on 250 records, with time for snapshots after the first 200, and kill its process."""
    running = session.start(flow, topics.input, topics.output)
    topics.send(records[:200])
    consume(running, 200)
    time.sleep(2)
    topics.send(records[200:250])
    consume(running, 250)
    os.kill(session.process_ids[0], signal.SIGKILL)
    assert comes_true(lambda: running.failure() is not None)


def consume(running: RunningChild, count: int) -> None:
    assert comes_true(lambda: running.failure() is None and running.progress().consumed >= count, within_s=30)
