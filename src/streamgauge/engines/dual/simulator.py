"""The controller at work on a simulated pipeline: minutes of load in milliseconds, always with the same result.

A part in the data stream processes up to PD records a second and stalls at every batch boundary. In the operation stream it
takes all that waits as one batch, which lasts for its fixed costs and its records at PO; results are out when it ends. A switch
ends a batch of the data stream before its time, which takes a moment, throws a batch of the operation stream away, and lets the
part stand still for the gap. What it writes arrives at the next part.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.decision import Decision
from streamgauge.engines.dual.model import Model
from streamgauge.engines.dual.observation import Batch, Observation, Paradigm, PartObservation

STEP_S = 0.05
STEPS_PER_OBSERVATION = 5  # four observations a second


@dataclass(frozen=True, slots=True)
class SimulatedPart:
    """How a part really behaves, which the controller has to find out. By default as WordCount was measured on two cores."""

    data_rate: float = 10_000.0
    operation_rate: float = 200_000.0
    schedule_s: float = 0.4
    realtime_batch_s: float = 5.0
    stall_s: float = 1.0
    commit_s: float = 0.4  # to end a batch of the data stream before its time
    switch_s: float = 1.0
    transmission_s: float = 0.01
    magnification: float = 1.0


@dataclass(frozen=True, slots=True)
class Sample:
    """The pipeline at one moment. `latency_s` is the age of the oldest record whose results are not out, through all parts."""

    time_s: float
    rate: float
    queues: tuple[int, ...]
    latency_s: float
    paradigms: tuple[Paradigm, ...]
    decision: Decision | None = None  # what the controller decided at this moment
    model: Model | None = None  # what it had learnt by then


def simulate(
    load: Iterable[tuple[float, float]],
    parts: Sequence[SimulatedPart],
    controller: Controller | None = None,
    *,
    start: Paradigm = Paradigm.DATA,
) -> Iterator[Sample]:
    """Run a load, given as pairs of seconds and records per second. Without a controller all parts stay as they start."""
    running = [_Running(part, start) for part in parts]
    for step, rate in enumerate(_steps(load)):
        now_s = step * STEP_S
        flowing = rate * STEP_S
        for part in running:
            flowing = part.advance(now_s, flowing)
        if step % STEPS_PER_OBSERVATION:
            continue
        decision: Decision | None = None
        if controller is not None:
            observation = Observation(now_s, tuple(part.observe(now_s) for part in running))
            decision, controller = controller.seen(observation)
            if decision.to is not None:
                for number in decision.parts:
                    running[number - 1].switch(decision.to, now_s)
        yield Sample(
            now_s,
            rate,
            tuple(part.queue for part in running),
            sum(part.latency_s(now_s) for part in running),
            tuple(part.paradigm for part in running),
            decision,
            controller.model if controller else None,
        )


def mean_latency_s(samples: Sequence[Sample]) -> float:
    """Latency averaged over time."""
    return sum(sample.latency_s for sample in samples) / len(samples)


def switches(samples: Iterable[Sample]) -> list[Decision]:
    return [sample.decision for sample in samples if sample.decision is not None and sample.decision.switches]


def _steps(load: Iterable[tuple[float, float]]) -> Iterator[float]:
    """The rate at every step."""
    for seconds, rate in load:
        for _ in range(round(seconds / STEP_S)):
            yield rate


class _Running:
    """A part at work. Positions count input records: taken in, committed, and with their results out."""

    def __init__(self, part: SimulatedPart, paradigm: Paradigm) -> None:
        self.part = part
        self.paradigm = paradigm
        self._arrived = 0.0
        self._curve: list[float] = []  # arrived, step by step
        self._processed = self._committed = self._out = 0.0
        self._ready_s = 0.0  # when the last switch is done
        self._boundary_s = part.realtime_batch_s  # when the data stream's batch ends
        self._batch: tuple[float, float, float] | None = None  # the operation stream's: its start, its end, its last position
        self._ended: list[Batch] = []

    @property
    def queue(self) -> int:
        return round(self._arrived - self._processed)

    def advance(self, now_s: float, arriving: float) -> float:
        """One step of time, and what is written in it."""
        before = self._out
        self._arrived += arriving
        self._curve.append(self._arrived)
        if now_s >= self._ready_s:
            if self.paradigm is Paradigm.DATA:
                self._advance_data(now_s)
            else:
                self._advance_operation(now_s)
        return (self._out - before) * self.part.magnification

    def _advance_data(self, now_s: float) -> None:
        if now_s >= self._boundary_s + self.part.stall_s:
            self._boundary_s = now_s + self.part.realtime_batch_s
            self._committed = self._processed
        if now_s < self._boundary_s:
            self._processed = min(self._arrived, self._processed + self.part.data_rate * STEP_S)
            self._out = max(self._out, self._processed)

    def _advance_operation(self, now_s: float) -> None:
        if self._batch is not None and now_s >= self._batch[1]:
            start_s, end_s, position = self._batch
            self._ended.append(Batch(round(position - self._committed), end_s - start_s))
            self._processed = self._committed = position
            self._out, self._batch = max(self._out, position), None
        if self._batch is None and self._arrived > self._committed:
            end_s = now_s + self.part.schedule_s + (self._arrived - self._committed) / self.part.operation_rate
            self._batch = (now_s, end_s, self._arrived)
        if self._batch is not None:
            start_s, end_s, position = self._batch
            read = (now_s - start_s - self.part.schedule_s) * self.part.operation_rate
            self._processed = min(position, self._committed + max(0.0, read))

    def switch(self, to: Paradigm, now_s: float) -> None:
        if self.paradigm is Paradigm.DATA:
            self._committed = self._processed
            now_s += self.part.commit_s
        self.paradigm = to
        self._processed = self._committed
        self._batch = None
        self._ready_s = now_s + self.part.switch_s
        self._boundary_s = self._ready_s + self.part.realtime_batch_s

    def observe(self, now_s: float) -> PartObservation:
        ended, self._ended = tuple(self._ended), []
        return PartObservation(
            self.paradigm,
            arrived=round(self._arrived),
            processed=round(self._processed),
            committed=round(self._committed),
            written=round(self._out * self.part.magnification),
            is_switching=now_s < self._ready_s,
            batches=ended,
        )

    def latency_s(self, now_s: float) -> float:
        """The age of the oldest record whose results are not out."""
        arrived_at_step = bisect_left(self._curve, self._out + 0.5)
        return max(0.0, now_s - arrived_at_step * STEP_S) + self.part.transmission_s
