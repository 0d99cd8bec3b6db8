"""The open-loop sender: hands every record over at its intended time, or as soon after it as possible.

One loop does everything: hand over what is due, make a few records ahead, and sleep only when enough are ready. A record
that is late keeps its intended time, so that a sender or a transport that falls behind shows up as latency and is never
hidden; how late each batch was is in the report.
"""

from collections.abc import Callable, Iterable

from streamgauge.errors import RequestError
from streamgauge.load.clock import NS_PER_MS, Clock, Start, SystemClock, start_at_millisecond
from streamgauge.load.lateness import Batches
from streamgauge.load.lookahead import SLICE_RECORDS, LookAhead, Slice
from streamgauge.load.report import SendReport
from streamgauge.streams.base import Stream
from streamgauge.streams.rates import RateShape
from streamgauge.transport.base import Writer
from streamgauge.transport.placement import Placement

SHORTEST_SLEEP_NS = NS_PER_MS  # at high rates a millisecond's records go together: stamps have no finer unit
LONGEST_SLEEP_NS = 50 * NS_PER_MS  # so that a stop is noticed
QUEUE_S = 5.0  # with half a second the pauses of a broker beside an overloaded engine were called the sender's
LEAST_QUEUE_RECORDS = 1_000


def send(
    stream: Stream,
    rate: RateShape,
    writer: Writer,
    *,
    placement: Placement,
    first_event: int,
    events: int,
    clock: Clock | None = None,
    stop: Callable[[], bool] = lambda: False,
    position_times: bool = False,
    base_ms: int | None = None,
) -> SendReport:
    """Send `events` events from `first_event` on, which is due at time 0 of the schedule; `stop` ends it early.

    Without a schedule a record's time is the moment it is handed over, or, with `position_times`, `base_ms` + its event number:
    then an output's time tells which input it has seen. The writer stays open.
    """
    _check(rate, events, position_times=position_times, base_ms=base_ms)
    sending = _Sending(writer, placement, clock or SystemClock())
    if rate.is_paced:
        sending.by_schedule(LookAhead(stream, rate, first_event, events), stop)
    else:
        sending.at_once(stream, range(first_event, first_event + events), stop, base_ms if position_times else None)
    return sending.report(first_event, events, is_paced=rate.is_paced)


def queue_records(rate: RateShape) -> int:
    """How many records a writer may keep that are sent by a schedule: what is due at the peak in a few seconds.

    Handing over to a writer that keeps more proves little: a transport that falls behind would be late there, unseen.
    """
    return max(LEAST_QUEUE_RECORDS, round(rate.peak_per_second * QUEUE_S))


class _Sending:
    """The state of one `send`."""

    def __init__(self, writer: Writer, placement: Placement, clock: Clock) -> None:
        self._writer = writer
        self._placement = placement
        self._clock = clock
        self._start = Start(0, 0)
        self._batches = Batches()

    def by_schedule(self, ahead: LookAhead, stop: Callable[[], bool]) -> None:
        while ahead.has_room:
            ahead.make_slice()
        self._start = start_at_millisecond(self._clock)
        while not (ahead.is_done or stop()):
            for due in ahead.take_due(self._elapsed_ns()):
                self._hand_over_due(due)
                if stop():
                    return
            if ahead.has_room:
                ahead.make_slice()
            elif not ahead.is_done:
                self._sleep_until(ahead.next_due_ns)

    def at_once(self, stream: Stream, events: range, stop: Callable[[], bool], base_ms: int | None) -> None:
        self._start = start_at_millisecond(self._clock)
        for first in range(events.start, events.stop, SLICE_RECORDS):
            if stop():
                break
            count = min(SLICE_RECORDS, events.stop - first)
            values = stream.records(first, count)
            now_ms = self._start.wall_ms + self._elapsed_ns() // NS_PER_MS
            stamps_ms = [now_ms] * count if base_ms is None else range(base_ms + first, base_ms + first + count)
            self._hand_over(first, values, stamps_ms, intended_ns=None)

    def report(self, first_event: int, events: int, *, is_paced: bool) -> SendReport:
        sent = sum(self._batches.count)
        return SendReport(
            first_event=first_event,
            records=sent,
            start_ms=self._start.wall_ms,
            elapsed_ns=self._batches.sent_ns[-1] if sent else 0,
            is_paced=is_paced,
            was_stopped=sent < events,
            batches=self._batches,
        )

    def _hand_over_due(self, due: Slice) -> None:
        stamps_ms = (due.intended_ns // NS_PER_MS + self._start.wall_ms).tolist()
        self._hand_over(due.first_event, due.values, stamps_ms, intended_ns=int(due.intended_ns[0]))

    def _hand_over(self, first_event: int, values: list[bytes], stamps_ms: Iterable[int], *, intended_ns: int | None) -> None:
        partitions = self._placement.spread(first_event, values)
        hand_over = self._writer.send
        for partition, value, stamp_ms in zip(partitions, values, stamps_ms, strict=True):
            hand_over(partition, value, stamp_ms)
        sent_ns = self._elapsed_ns()
        lateness_ns = 0 if intended_ns is None else sent_ns - intended_ns
        self._batches.add(sent_ns=sent_ns, first_event=first_event, count=len(values), lateness_ns=lateness_ns)

    def _elapsed_ns(self) -> int:
        return self._clock.monotonic_ns() - self._start.monotonic_ns

    def _sleep_until(self, due_ns: int) -> None:
        wait_ns = min(max(due_ns - self._elapsed_ns(), SHORTEST_SLEEP_NS), LONGEST_SLEEP_NS)
        self._clock.sleep(wait_ns / 1e9)


def _check(rate: RateShape, events: int, *, position_times: bool, base_ms: int | None) -> None:
    if events < 0:
        raise RequestError(f"events = {events} is negative", where="sender", fix="give 0 or more")
    if position_times and rate.is_paced:
        raise RequestError("position times and a schedule exclude each other", where="sender", fix="use the rate max")
    if position_times and base_ms is None:
        raise RequestError("position times need a time to count from", where="sender", fix="give base_ms")
