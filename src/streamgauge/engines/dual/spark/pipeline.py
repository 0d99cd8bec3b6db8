"""All parts of a pipeline and the controller that watches them: a loop in a thread of its own.

Several times a second it asks how far each part is, hands that to the controller, and does what is decided. Everything that
happens is an event: a plain mapping with a time, kept, and told to whoever asked for it.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

from streamgauge.engines.dual.components import latency_components_ms
from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.decision import Decision
from streamgauge.engines.dual.observation import Batch, Observation, Paradigm, PartObservation
from streamgauge.engines.dual.spark.cost import OwnCost
from streamgauge.engines.dual.spark.patience import patiently
from streamgauge.engines.dual.spark.rehearsal import Rehearsals
from streamgauge.engines.dual.spark.settling import Settling
from streamgauge.engines.dual.spark.switchable import NotSwitchedError, SwitchableQuery
from streamgauge.errors import MachineError, StreamgaugeError
from streamgauge.transport.kafka.topic import begin_offsets, end_offsets

LOOK_S = 0.2  # from one look to the next, whatever a look takes
_KEPT_EVENTS = 10_000
TRIM_S = 5.0  # how often the topics between parts are cut off behind what is committed, and all are asked where they begin

Event = Mapping[str, Any]


class DualPipeline:
    """Parts at work, each in its paradigm."""

    def __init__(
        self,
        parts: Sequence[SwitchableQuery],
        controller: Controller,
        *,
        on_event: Callable[[Event], None] = lambda _: None,
    ) -> None:
        self.parts = tuple(parts)
        self.controller = controller
        self.events: list[Event] = []  # the newest
        self.last: Observation | None = None
        self._on_event = on_event
        self._failure: str | None = None
        self._forced: dict[int, Paradigm] = {}
        self._settling = {number: Settling() for number in range(1, len(self.parts) + 1)}
        switching = {number: self.parts[number - 1] for number in self._settling if not self._is_fixed(number)}
        self._rehearsals = Rehearsals(switching, controller.policy.rehearsal_s, learn=self._learn_from_rehearsal, tell=self._tell)
        self._cost = OwnCost(self.parts[0].spark)
        self._trimmed_s = time.monotonic()
        self._stopping = threading.Event()
        self._busy = threading.RLock()  # held while parts are started, switched or stopped; whoever is told of that may stop all
        self._latencies_s: dict[int, float] = {}  # of each part, if it was measured since the last look
        self._unanswered_s: float | None = None  # since when Kafka does not answer
        self._thread = threading.Thread(target=self._run, name="dual controller", daemon=True)

    def start(self) -> None:
        """All parts begin in the data stream, but for those that can never run there."""
        with self._busy, ExitStack() as undoing:
            for number, part in enumerate(self.parts, start=1):
                part.start(Paradigm.OPERATION if self._is_fixed(number) else Paradigm.DATA)
                undoing.callback(_end_quietly, part)
            undoing.pop_all()
        self._thread.start()

    def stop(self) -> None:
        """End all parts; what they have written is whole."""
        self._stopping.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        with self._busy, ExitStack() as ending:
            for part in self.parts:  # the last one first; each, whatever becomes of the others
                ending.callback(part.commit_and_stop)
            self._rehearsals.end()

    def failure(self) -> str | None:
        """Why the pipeline ended by itself, if it did."""
        return self._failure

    def force(self, to: Paradigm, *numbers: int) -> None:
        """Switch these parts at the next look, whatever the controller thinks."""
        self._forced |= dict.fromkeys(numbers or range(1, len(self.parts) + 1), to)

    def latency_ms(self) -> list[dict[str, dict[str, float]]]:
        """For each part its latency by component, in both paradigms, as the model has it now."""
        queues = [part.queue for part in self.last.parts] if self.last else [0] * len(self.parts)
        models = self.controller.model.parts
        return [latency_components_ms(model, queue) for model, queue in zip(models, queues, strict=True)]

    def tell_operations(self, operations_ms: Mapping[str, float]) -> None:
        """What each part's operations took just now, by their names, in the order of the parts."""
        self._latencies_s = dict(enumerate((each / 1000 for each in operations_ms.values()), start=1))
        self._tell({"event": "operations", "operations_ms": dict(operations_ms)})

    def cost_so_far(self) -> Event:
        """What the controller itself has cost, as an event of now."""
        return _of_now({"event": "controller", **self._cost.to_data()})

    def model_so_far(self) -> Event:
        """What is known of the parts, as an event of now."""
        return _of_now({"event": "model", **self.controller.model.to_data()})

    @property
    def _outage_s(self) -> float:
        return self.controller.policy.outage_s

    def _is_fixed(self, number: int) -> bool:
        return self.controller.model.part(number).is_fixed

    def _run(self) -> None:
        try:
            _make_active(self.parts[0].spark)
            due_s = time.monotonic()
            while not self._stopping.wait(max(0.0, due_s - time.monotonic())):
                self._look()
                self._cost.measure()
                due_s = max(due_s + LOOK_S, time.monotonic())
        except BaseException as error:  # noqa: BLE001 - whatever it is, sys.exit of the user's too, the pipeline has failed
            self._fail(f"{type(error).__name__}: {error}")

    def _fail(self, why: str) -> None:
        """End what still runs, for nobody would watch it; only then is the failure told: whoever hears of it may start anew."""
        self._stopping.set()
        with self._busy:
            for part in reversed(self.parts):
                _end_quietly(part)
            with suppress(Exception):
                self._rehearsals.end()
        self._failure = why

    def _look(self) -> None:
        for part in self.parts:
            if part.is_report_due and (failure := part.failure()):
                self._fail(failure)
                return
        if (observation := self._answered()) is not None:
            self.last = observation
            self._act(observation)
            if not self._stopping.is_set():  # by whoever was told of a switch
                self._tend(observation)

    def _act(self, observation: Observation) -> None:
        """Switch what is to be switched."""
        remembered = self.controller.memory
        decision, self.controller = self.controller.seen(observation)
        if self._forced:
            forced, self._forced = self._forced, {}
            for number, to in forced.items():
                if self.parts[number - 1].paradigm is not to:
                    self._switch(replace(decision, to=to, parts=(number,)), is_forced=True)
        elif decision.to is not None and (left := self._switch(decision)):
            self.controller = self.controller.not_switched(left, decision.parts, remembered)

    def _tend(self, observation: Observation) -> None:
        """Rehearse, make plans ready and trim topics, where it is time for that."""
        if not self._rehearsals.are_over:
            self._rehearse(observation)
        elif not self._is_pressed(observation):
            self._make_ready(observation)
        if observation.time_s - self._trimmed_s > TRIM_S:
            self._trimmed_s = observation.time_s
            with suppress(MachineError):  # if Kafka does not answer, the next look notices
                self._trim()

    def _rehearse(self, observation: Observation) -> None:
        now_s, parts, is_pressed = observation.time_s, self._settling, self._is_pressed(observation)
        with self._cost.changing():
            self._rehearsals.look(
                now_s,
                has_begun=lambda number: parts[number].has_begun,
                is_warm=lambda number: parts[number].is_old(now_s),
                is_pressed=is_pressed,
            )

    def _make_ready(self, observation: Observation) -> None:
        """One part at a look, for it takes longer than a look should."""
        for number, (part, seen) in enumerate(zip(self.parts, observation.parts, strict=True), start=1):
            if part.can_be_made_ready and not seen.is_settling and not self._is_fixed(number):
                with self._cost.changing():
                    part.make_ready()
                return

    def _trim(self) -> None:
        if not self._rehearsals.is_running:  # which reads a topic from its beginning
            for writer, reader in pairwise(self.parts):
                reader.source.trim(spare_records(reader.committed, writer.needed_output))
        for part, begins in zip(self.parts, begin_offsets([part.source for part in self.parts]), strict=True):
            part.input_begins = begins

    def _is_pressed(self, observation: Observation) -> bool:
        """Does more wait somewhere than should?"""
        parts = zip(observation.parts, self.controller.model.parts, strict=True)
        return any(seen.paradigm is Paradigm.DATA and seen.queue > model.up_length for seen, model in parts)

    def _answered(self) -> Observation | None:
        """What is seen now; None for a while if Kafka does not answer, for Spark's own clients wait for it as well."""
        try:
            observation = self._observed()
        except StreamgaugeError:  # brokers that come up again may not know a topic, or whose it is, for a moment
            now_s = time.monotonic()
            self._unanswered_s = self._unanswered_s or now_s
            if now_s - self._unanswered_s > self._outage_s:
                raise
            return None
        self._unanswered_s = None
        return observation

    def _observed(self) -> Observation:
        now_s = time.monotonic()
        first, *outputs = end_offsets([self.parts[0].source, *(part.sink for part in self.parts)])
        input_ends, seen = first, list[PartObservation]()
        latencies_s, self._latencies_s = self._latencies_s, {}
        for number, (part, ends) in enumerate(zip(self.parts, outputs, strict=True), start=1):
            observed = replace(part.observe(sum(input_ends), ends, input_ends), latency_s=latencies_s.get(number))
            seen.append(self._settled(number, observed, now_s))
            input_ends = ends  # what one part has written is what the next one has to read
        return Observation(now_s, tuple(seen))

    def _settled(self, number: int, part: PartObservation, now_s: float) -> PartObservation:
        """A part, and whether it is too early to judge it. What it shows for the first time since a switch is told."""
        settling = self._settling[number]
        if (gap_s := settling.first_output_s(part, now_s)) is not None:
            self.controller = self.controller.switched(number, gap_s)
            self._tell({"event": "first output", "part": number, "after_s": round(gap_s, 3)})
        if settling.is_first_batch(part):
            spent_ms = dict(self.parts[number - 1].last_durations_ms)
            self._tell({"event": "first batch", "part": number, "records": part.batches[0].records, "duration_ms": spent_ms})
        is_new = settling.is_warming(part, now_s, is_rehearsing=self._rehearsals.is_running)
        is_unproven = settling.is_unproven(now_s, keeps_up=part.queue < self.controller.model.part(number).down_length)
        return replace(part, is_new=is_new, is_unproven=is_unproven, is_switching=settling.is_switching)

    def _switch(self, decision: Decision, *, is_forced: bool = False) -> list[int]:
        """Switch the parts; those that could not be."""
        assert decision.to is not None  # noqa: S101 - asked for only then
        left = list[int]()
        with self._busy, self._cost.changing():
            # From the last one on: a part whose predecessor has stopped would wait for records to end its batch.
            for number in reversed(decision.parts):
                if self._stopping.is_set():
                    break
                part = self.parts[number - 1]
                self._rehearsals.spare(number)
                try:
                    done = part.switch(decision.to, self._outage_s)
                except NotSwitchedError as error:  # it runs on as it was, and will be decided on again
                    self._tell({"event": "not switched", "part": number, "why": error.what})
                    left.append(number)
                    continue
                ends = patiently(part.sink.end_offsets, time.monotonic() + self._outage_s)
                self._settling[number].switched(done.stopped_s, sum(ends))
                told = decision.to_data() if not is_forced else {"cause": "forced", "why": "asked for"}
                about = {"event": "switch", "part": number, "range": list(decision.parts)} | done.to_data()
                self._tell(about | {"latency_ms": self.latency_ms(), "decision": told})
        return left

    def _learn_from_rehearsal(self, number: int, batches: Sequence[Batch]) -> None:
        self.controller = self.controller.rehearsed(number, batches)

    def _tell(self, event: Event) -> None:
        stamped = _of_now(event)
        self.events.append(stamped)
        del self.events[:-_KEPT_EVENTS]
        self._on_event(stamped)


def _of_now(event: Event) -> Event:
    return {"at_ms": time.time_ns() // 1_000_000, **event}


def _make_active(spark: Any) -> None:
    """In this thread too: a transformation is built anew at a switch, and may ask for the session."""
    type(spark)._get_j_spark_session_class(spark._jvm).setActiveSession(spark._jsparkSession)


def _end_quietly(part: SwitchableQuery) -> None:
    """End a part because of something else, which is what is to be told."""
    with suppress(Exception):
        part.stop()


def spare_records(committed: Mapping[int, int], needed: Mapping[int, int]) -> dict[int, int]:
    """Up to where the records of a topic between two parts can go: its reader has committed them, and a restart of its writer
    does not ask the topic for what it had written.

    >>> spare_records({0: 500, 1: 400, 2: 0}, needed={0: 300, 1: 900, 2: 0})
    {0: 300, 1: 400}
    """
    ends = {number: min(offset, needed.get(number, offset)) for number, offset in committed.items()}
    return {number: end for number, end in ends.items() if end > 0}
