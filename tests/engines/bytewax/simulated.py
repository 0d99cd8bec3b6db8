"""The layout without Bytewax: its operators in our process, activated in any order that Timely might choose.

What one operator sends to one group arrives in order; nothing else is promised.
"""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from streamgauge.engines.bytewax.keyed import Group
from streamgauge.engines.bytewax.plan import Layout
from streamgauge.engines.bytewax.routing import Intake, Passage, Sent
from streamgauge.flow import Flow
from streamgauge.flow.answer import Answer, AnswerShape
from streamgauge.flow.ending import end_markers
from streamgauge.flow.output import row_decoder
from streamgauge.transport.base import Record
from streamgauge.transport.placement import RoundRobin, placement_for


class Simulation:
    def __init__(self, flow: Flow, records: Sequence[bytes], *, partitions: int, workers: int, seed: int) -> None:
        self.layout = Layout(flow, partitions, output_partitions=3, workers=workers)
        self.written: dict[int, list[bytes]] = {number: [] for number in range(3)}
        self._random = Random(seed)  # noqa: S311 - it only has to be the same again
        self._input = _spread(flow, records, partitions)
        self._intakes = [Intake(self.layout) for _ in range(workers)]
        self._steps = {step.name: step for step in self.layout.keyed}
        self._groups: dict[tuple[str, str], Group] = {}
        self._passages = {name: Passage(self.layout, step) for name, step in self._steps.items()}
        self._channels: dict[tuple[Any, str, str], deque[Any]] = {}

    def run(self) -> Answer:
        while moves := [queue for queue in self._input if queue] + [key for key, queue in self._channels.items() if queue]:
            move = self._random.choice(moves)
            if isinstance(move, deque):
                self._take_in(move)
            else:
                self._activate(move)
        decode = row_decoder(self.layout.flow, RoundRobin(self.layout.input_partitions).event_number)
        answer = Answer(AnswerShape.of(self.layout.flow))
        for values in self.written.values():
            for value in values:
                answer.add(decode(value))
        return answer

    def _take_in(self, queue: deque[Record]) -> None:
        records = [queue.popleft() for _ in range(min(len(queue), self._random.randint(1, 20)))]
        worker = records[0].partition % len(self._intakes)
        self._send(("source", worker), self._intakes[worker](records))

    def _activate(self, channel: tuple[Any, str, str]) -> None:
        _, name, key = channel
        queue = self._channels[channel]
        arriving = [queue.popleft() for _ in range(self._random.randint(1, len(queue)))]
        group = self._groups.get((name, key)) or Group(self.layout, self._steps[name])
        leaving = group.on_batch(arriving)
        if self._random.random() < 0.2:  # it is stopped, and goes on from what was saved
            group = Group(self.layout, self._steps[name], group.saved())
        self._groups[name, key] = group
        self._send((name, key), self._passages[name]([(key, each) for each in leaving]))

    def _send(self, sender: tuple[str, Any], sent: list[Sent]) -> None:
        for end, (key, item) in sent:
            if end == self.layout.flow.sink.name:
                for partition, value in item:
                    self.written[partition].append(value)
            else:
                self._channels.setdefault((sender, end, key), deque()).append(item)


def _spread(flow: Flow, records: Sequence[bytes], partitions: int) -> list[deque[Record]]:
    queues: list[deque[Record]] = [deque() for _ in range(partitions)]
    for number, (partition, value) in enumerate(zip(placement_for(flow, partitions).spread(0, records), records, strict=True)):
        queues[partition].append(Record(partition, len(queues[partition]), 1_700_000_000_000 + number, value))
    for partition, value in enumerate(end_markers(flow, partitions)):
        queues[partition].append(Record(partition, len(queues[partition]), 0, value))
    return queues
