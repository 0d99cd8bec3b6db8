"""When a part can be judged: not while it is new and its code is being compiled, not while something is rehearsed beside it,
and not before a switch of it shows.
"""

from streamgauge.engines.dual.observation import PartObservation

WARMING_S = 15.0  # after its first records a part is slow. Nothing is learnt from that
RECOVERING_S = 3.0  # after a rehearsal: it has taken from the part what it needed itself
PROVEN_S = 45.0  # by then a part that still does not keep up is overloaded, and not cold
_FIRST_OUTPUT_S = 10.0  # after a switch: by then something has come out, or there is nothing to come


class Settling:
    """One part since its start."""

    def __init__(self) -> None:
        self._before: tuple[int, int] | None = None  # what had been processed and written at the first look
        self._begun_s: float | None = None
        self._rehearsed_s: float | None = None  # when a rehearsal was seen last
        self._is_proven = False
        self._switched: tuple[float, int] | None = None  # since when it is being switched, and what had been written by then
        self._awaits_batch = False

    @property
    def has_begun(self) -> bool:
        """Has it dealt with records since the start?"""
        return self._begun_s is not None

    def switched(self, since_s: float, written: int) -> None:
        self._switched, self._awaits_batch = (since_s, written), True

    def is_warming(self, part: PartObservation, now_s: float, *, is_rehearsing: bool) -> bool:
        """Is it too early to judge it, because it is new or has just had a rival for the machine?"""
        self._before = self._before or (part.processed, part.written)
        if self._begun_s is None and (part.processed, part.written) != self._before:
            self._begun_s = now_s
        if is_rehearsing:
            self._rehearsed_s = now_s
        is_recovering = self._rehearsed_s is not None and now_s - self._rehearsed_s < RECOVERING_S
        return is_recovering or not self.is_old(now_s)

    def is_unproven(self, now_s: float, *, keeps_up: bool) -> bool:
        """Has it not yet kept up with its input, and may that be because it is cold?"""
        self._is_proven = self._is_proven or (keeps_up and self.is_old(now_s)) or self._is_older(now_s, PROVEN_S)
        return not self._is_proven

    def is_old(self, now_s: float) -> bool:
        """Is its code compiled by now, on most machines?"""
        return self._is_older(now_s, WARMING_S)

    def _is_older(self, now_s: float, than_s: float) -> bool:
        return self._begun_s is not None and now_s - self._begun_s > than_s

    def first_output_s(self, part: PartObservation, now_s: float) -> float | None:
        """How long the last switch held the output up, once, when that is over; see `is_switching`."""
        if self._switched is None:
            return None
        since_s, written = self._switched
        if part.written == written and part.uncommitted and now_s - since_s < _FIRST_OUTPUT_S:
            return None  # a batch that has taken in all that waits is not done with it
        self._switched = None
        return now_s - since_s if part.written > written else None

    @property
    def is_switching(self) -> bool:
        """Is the first output after a switch still to come?"""
        return self._switched is not None

    def is_first_batch(self, part: PartObservation) -> bool:
        """Has the first micro-batch since the last switch just ended?"""
        is_first = self._awaits_batch and bool(part.batches)
        self._awaits_batch = self._awaits_batch and not is_first
        return is_first
