"""Rehearsals: the plan of each part in micro-batches, beside the data stream, into nothing.

The first batches of a plan are slow: its code is generated, loaded and compiled, and the planner is cold as well. In a burst
those seconds hurt, so they are spent beforehand, in the calm right after the start. The same plan reads the same topic from
its beginning, with a checkpoint of its own that is deleted afterwards; nothing is written, and the part knows nothing of it.
What its shortest batch took is the first thing that is known of the operation stream: see `operation_capacity`.

Where there is no calm there is no rehearsal: it would take from the data stream what that lacks already. One that gets in the way
of its own part, because both are cold and the machine is slow, gives way, and has a second chance when the data stream is warm.
That one gives way at once: a queue that is too long behind a warm data stream is a burst, and nothing is decided meanwhile.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from streamgauge.engines.dual.observation import Batch
from streamgauge.engines.dual.spark.reports import batch_of, last_batch
from streamgauge.engines.dual.spark.switchable import SwitchableQuery

BATCHES = 20  # planning takes a tenth of what it took at first after ten of them; the data stream beside them is warm later
PRESSED_S = 2.0  # for so long queues may be too long at first: a cold batch boundary of real-time mode does that too
BATCH_RECORDS = 2_000  # at most in one batch: the data stream runs beside it


class Rehearsals:
    """One part after the other, when it has begun to read, for `seconds` at most."""

    def __init__(
        self,
        parts: Mapping[int, SwitchableQuery],
        seconds: float,
        *,
        learn: Callable[[int, Sequence[Batch]], None],
        tell: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._waiting = dict(parts) if seconds else {}
        self._seconds = seconds
        self._learn, self._tell = learn, tell
        self._now: tuple[int, Any, float] | None = None  # the part, its query, and when it has to end
        self._pressed_since_s: float | None = None
        self._gave_way: set[int] = set()

    @property
    def is_running(self) -> bool:
        return self._now is not None

    @property
    def are_over(self) -> bool:
        """Is there none to come?"""
        return not self._waiting

    def look(
        self, now_s: float, has_begun: Callable[[int], bool], is_warm: Callable[[int], bool], *, is_pressed: bool = False
    ) -> None:
        """End the one that is over, or that runs though the pipeline itself is pressed for long; in calm, begin the next."""
        self._pressed_since_s = (self._pressed_since_s or now_s) if is_pressed else None
        if self._now is not None:
            number, query, until_s = self._now
            patience_s = 0.0 if number in self._gave_way else PRESSED_S
            if self._pressed_since_s is not None and now_s - self._pressed_since_s >= patience_s:
                self._give_way(number)
            elif now_s >= until_s or _ended(query) >= BATCHES or not query.isActive:
                self.end()
        elif not is_pressed:
            ready = (number for number in self._waiting if (is_warm if number in self._gave_way else has_begun)(number))
            if (first := next(ready, None)) is not None:
                self._begin(first, now_s + self._seconds)

    def spare(self, number: int) -> None:
        """A part that is switched in earnest needs no rehearsal any more, and no rival for the machine."""
        if self._now is not None and self._now[0] == number:
            self.end()
        self._waiting.pop(number, None)

    def _begin(self, number: int, until_s: float) -> None:
        """A rehearsal that fails is over: what it was for shows in the first switch, and nowhere else."""
        try:
            self._now = (number, self._waiting[number].rehearse(BATCH_RECORDS), until_s)
        except Exception as error:  # noqa: BLE001 - whatever it is, the part itself runs
            del self._waiting[number]
            self._tell({"event": "rehearsal", "part": number, "batches": 0, "failure": f"{type(error).__name__}: {error}"})

    def _give_way(self, number: int) -> None:
        """End it, to be tried once more."""
        part, is_second = self._waiting[number], number in self._gave_way
        self.end()
        if not is_second:
            self._gave_way.add(number)
            self._waiting[number] = part

    def end(self) -> None:
        """Stop the one that runs, and clear up behind it."""
        if self._now is None:
            return
        (number, query, _), self._now = self._now, None
        query.stop()
        with suppress(Exception):  # Spark may still be writing there; what is left goes when the part starts again
            self._waiting.pop(number).forget_rehearsal()
        told = {"failure": str(failure)} if (failure := query.exception()) else {}
        batches = [batch for batch in map(batch_of, query.recentProgress) if batch.records]
        self._learn(number, batches)
        lengths_ms = [round(1000 * batch.duration_s) for batch in batches]
        self._tell({"event": "rehearsal", "part": number, "batches": len(batches), "batches_ms": lengths_ms, **told})


def _ended(query: Any) -> int:
    """How many have ended."""
    batch = last_batch(query)
    return 0 if batch is None else batch + 1
