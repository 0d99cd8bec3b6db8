"""All parts of a pipeline and the controller that watches them: a loop in a thread of its own.

Several times a second it asks how far each part is, hands that to the controller, and does what is decided. Everything that
happens is an event: a plain mapping with a time, kept, and told to whoever asked for it.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from streamgauge.engines.dual.controller import Controller
from streamgauge.engines.dual.decision import Decision
from streamgauge.engines.dual.observation import Observation, Paradigm, PartObservation
from streamgauge.engines.dual.spark.switchable import SwitchableQuery

LOOK_S = 0.2
TRIM_S = 5.0  # how often the topics between parts are cut off behind what is committed
_FIRST_OUTPUT_S = 10.0  # after a switch: by then something has come out, or there is nothing to come
WARMING_S = 15.0  # after its first output a part is slow: its code is being compiled. Nothing is learnt from that

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
        self.events: list[Event] = []
        self.last: Observation | None = None
        self._on_event = on_event
        self._failure: str | None = None
        self._forced: dict[int, Paradigm] = {}
        self._switching: dict[int, tuple[float, int]] = {}  # since when, and what had been written by then
        self._cold: dict[int, tuple[int, float | None]] = {}  # what had been written at the start, and when more was
        self._trimmed_s = time.monotonic()
        self._stopping = threading.Event()
        self._busy = threading.Lock()  # held while parts are started, switched or stopped
        self._thread = threading.Thread(target=self._run, name="dual controller", daemon=True)

    def start(self) -> None:
        """All parts begin in the data stream, but for those that can never run there."""
        with self._busy:
            for number, part in enumerate(self.parts, start=1):
                is_fixed = self.controller.model.part(number).is_fixed
                try:
                    part.start(Paradigm.OPERATION if is_fixed else Paradigm.DATA)
                    self._cold[number] = (sum(part.sink.end_offsets()), None)
                except BaseException:
                    for started in self.parts[: number - 1]:
                        started.stop()
                    raise
        self._thread.start()

    def stop(self) -> None:
        """End all parts; what they have written is whole."""
        self._stopping.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        with self._busy:
            for part in self.parts:
                part.stop()

    def failure(self) -> str | None:
        """Why the pipeline ended by itself, if it did."""
        return self._failure

    def force(self, to: Paradigm, *numbers: int) -> None:
        """Switch these parts at the next look, whatever the controller thinks."""
        self._forced |= dict.fromkeys(numbers or range(1, len(self.parts) + 1), to)

    def _run(self) -> None:
        try:
            while not self._stopping.wait(LOOK_S):
                self._look()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this pipeline's failure and is told as such
            self._failure = self._failure or f"{type(error).__name__}: {error}"

    def _look(self) -> None:
        for part in self.parts:
            if failure := part.failure():
                self._failure = failure
                self._stopping.set()
                return
        observation = self._observed()
        self.last = observation
        decision, self.controller = self.controller.seen(observation)
        if self._forced:
            forced, self._forced = self._forced, {}
            for number, to in forced.items():
                if self.parts[number - 1].paradigm is not to:
                    self._switch(replace(decision, to=to, parts=(number,)), is_forced=True)
        elif decision.to is not None:
            self._switch(decision)
        if observation.time_s - self._trimmed_s > TRIM_S:
            self._trimmed_s = observation.time_s
            for part in self.parts[1:]:
                part.source.trim({number: offset for number, offset in part.committed.items() if offset > 0})

    def _observed(self) -> Observation:
        now_s = time.monotonic()
        arrived = sum(self.parts[0].source.end_offsets())
        seen: list[PartObservation] = []
        for number, part in enumerate(self.parts, start=1):
            observed = part.observe(arrived)
            is_switching = self._is_warming(number, observed, now_s) or self._is_switching(number, observed, now_s)
            seen.append(replace(observed, is_switching=is_switching))
            arrived = observed.written  # what one part has written is what the next one has to read
        return Observation(now_s, tuple(seen))

    def _is_warming(self, number: int, part: PartObservation, now_s: float) -> bool:
        """Is it too early to judge a part?"""
        if number not in self._cold:
            return False
        written, since_s = self._cold[number]
        if since_s is None and part.written > written:
            self._cold[number] = (written, now_s)
        elif since_s is not None and now_s - since_s > WARMING_S:
            del self._cold[number]
        return number in self._cold

    def _is_switching(self, number: int, part: PartObservation, now_s: float) -> bool:
        """Is the first output after a switch still to come?"""
        if number not in self._switching:
            return False
        since_s, written = self._switching[number]
        if part.written == written and part.queue and now_s - since_s < _FIRST_OUTPUT_S:
            return True
        del self._switching[number]
        if part.written > written:
            self.controller = self.controller.switched(number, now_s - since_s)
            self._tell({"event": "first output", "part": number, "after_s": round(now_s - since_s, 3)})
        return False

    def _switch(self, decision: Decision, *, is_forced: bool = False) -> None:
        assert decision.to is not None  # noqa: S101 - asked for only then
        with self._busy:
            for number in decision.parts:
                if self._stopping.is_set():
                    return
                part = self.parts[number - 1]
                began_s = time.monotonic()
                done = part.switch(decision.to)
                self._switching[number] = (began_s, sum(part.sink.end_offsets()))
                told = decision.to_data() if not is_forced else {"cause": "forced", "why": "asked for"}
                self._tell(
                    {"event": "switch", "part": number, "range": list(decision.parts)} | done.to_data() | {"decision": told}
                )

    def _tell(self, event: Event) -> None:
        stamped = {"at_ms": time.time_ns() // 1_000_000, **event}
        self.events.append(stamped)
        self._on_event(stamped)
