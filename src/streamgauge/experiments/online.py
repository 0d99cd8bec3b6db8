"""An online trial: records are offered at a rate that does not care whether the engine keeps up."""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamgauge.engines.base import RunningFlow
from streamgauge.errors import MachineError, RequestError
from streamgauge.experiments.collector import row_of
from streamgauge.experiments.convergence import save_convergence
from streamgauge.experiments.experiment import Bench
from streamgauge.experiments.inputs import Inputs, inputs_of
from streamgauge.experiments.plans import Limits, Plan, WorkloadPlan
from streamgauge.experiments.preload import preload
from streamgauge.experiments.sending import SenderProcess
from streamgauge.experiments.status import Status
from streamgauge.experiments.trial import TooLateError, Trial
from streamgauge.experiments.watching import Watch, watched
from streamgauge.flow.answer import Comparison
from streamgauge.flow.marks import INTENDED_TIME
from streamgauge.flow.output import row_decoder
from streamgauge.flow.trace import operations
from streamgauge.load.clock import Clock, SystemClock, wall_ahead_ms
from streamgauge.measure.components import BatchStretch
from streamgauge.measure.series import Series, per_second
from streamgauge.measure.usage import Usage
from streamgauge.streams.rates import parse_rate
from streamgauge.transport.kafka.newest import NewestRecord
from streamgauge.transport.kafka.topic import KafkaTopic
from streamgauge.workloads.own_latency import Timetable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PRIMING_EVENTS = 1000
MOST_SECONDS = 86_400.0
_LOOK_PAUSE_S = 1.0
_CLOCK = SystemClock()


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered: a workload's events, at a rate, for so long.

    Starting a flow takes seconds, and what piles up meanwhile would be measured for long afterwards. So the first events are
    sent ahead, and the schedule begins only when the engine has dealt with some of them.
    """

    workload: WorkloadPlan
    rate: str
    seconds: float
    partitions: int

    @property
    def events(self) -> int:
        return PRIMING_EVENTS + parse_rate(self.rate).events_within(self.seconds)

    def check(self) -> None:
        """Refuse what cannot be offered."""
        if not parse_rate(self.rate).is_paced:
            raise RequestError("latency needs a rate to hold", where=f"--rate {self.rate}", fix="--rate 2000, or run throughput")
        if not 0 < self.seconds <= MOST_SECONDS:
            raise RequestError("there is no such time to measure in", where="--seconds, --warmup", fix="--seconds 20 --warmup 15")
        if self.events == PRIMING_EVENTS:
            raise RequestError("no event is due in that time", where=f"--rate {self.rate}", fix="a longer --seconds")


@dataclass(frozen=True, slots=True)
class Offered:
    """What an online trial left: everything that its figures are made of."""

    offer: Offer
    trial: Trial
    start_ms: int
    lateness: Path
    usage: Usage
    events: Sequence[dict[str, Any]]  # what the engine says that happened in it
    comparison: Comparison | None  # None if the engine was given up
    inputs: Inputs
    in_batches: Sequence[BatchStretch] = ()  # when it worked in them, in a traced run
    clock_step_ms: float = 0.0  # by how much the wall clock was set meanwhile

    def series(self) -> Series:
        """The trial second by second, from the start of the schedule until the last input was finished.

        Inputs that lead to an output stand for all: what a filter drops is never seen to be finished.
        """
        seen = per_second(self.inputs.due_ms, self.inputs.finished_ms, self.start_ms)
        return seen.scaled((self.trial.events - PRIMING_EVENTS) / max(1, len(self.inputs.due_ms)))

    def lateness_p99_ms(self, after_s: float) -> float:
        """By how much the sender was late, after a time; all but 1 % of the records were less so."""
        return lateness_p99_ms(self.lateness, after_s)

    def use_between(self, from_s: float, to_s: float) -> Usage:
        """The resources from one second of the schedule to another."""
        return self.usage.between(self.start_ms + round(from_s * 1000), self.start_ms + round(to_s * 1000))

    def timetable(self, warm_from_ms: int) -> Timetable:
        rate = parse_rate(self.offer.rate)

        def due_ms(event: int) -> int:
            return self.start_ms + int(rate.intended_ns(event - PRIMING_EVENTS, 1)[0]) // 1_000_000

        return Timetable(due_ms, first_event=PRIMING_EVENTS, end_event=self.trial.events, warm_from_ms=warm_from_ms)


def offer_to(
    bench: Bench, offer: Offer, plan: Plan, *, may_lag: bool = False, is_traced: bool = False, clock: Clock = _CLOCK
) -> Offered:
    """Offer it to a fresh query of the engine, to its end, and read what came out. Raw samples are kept.

    An engine that has not caught up within the limit has failed, unless it `may_lag`: then it is stopped. One `is_traced` if
    it was told to stamp the records.
    """
    lab, label, name = bench.lab, bench.label, bench.engine.name
    with lab.trial(bench.engine, offer.workload, offer.events, offer.partitions) as trial, watched(lab, trial) as watch:
        bench.folder.event("start", trial=label, engine=name, rate=offer.rate)
        if trial.workload.workload.own_latency is not None:
            trial.collector.keep_last_append()
        if is_traced:
            trial.collector.keep_stamps(each.stamp for each in operations(trial.workload.flow) if each.stamp)
        with trial.running() as running:
            lab.show(Status("starting", name, label))
            preload(trial.workload, trial.input, PRIMING_EVENTS)
            trial.wait_for_first_output(running, plan.limits)
            ahead_ms = wall_ahead_ms(clock)
            report = _send(bench, trial, running, offer, plan, watch=watch)
            bench.folder.event("sent", trial=label, engine=name, records=report["records"], start_ms=report["start_ms"])
            trial.end_input()
            lab.show(Status("draining", name, label))
            has_ended = _wait(trial, running, plan.limits, may_lag=may_lag)
            clock_step_ms = wall_ahead_ms(clock) - ahead_ms
            events = list(trial.progress(running).details.get("events", ()))
            in_batches = trial.batch_stretches(running) if is_traced else ()
        watch.sample()
        bench.folder.event("stop", trial=label, engine=name)
        lab.show(Status("reading the output", name, label))
        offered = _read(bench, trial, offer, report["start_ms"], watch.usage, events=events, has_ended=has_ended)
        return replace(offered, in_batches=in_batches, clock_step_ms=clock_step_ms)


def _send(bench: Bench, trial: Trial, running: RunningFlow, offer: Offer, plan: Plan, *, watch: Watch) -> dict[str, Any]:
    """Send at the rate while the engine runs; the output is only read afterwards, so that nothing is disturbed."""
    with SenderProcess.start(
        offer.workload,
        trial.input,
        plan.transport,
        first_event=PRIMING_EVENTS,
        events=trial.events - PRIMING_EVENTS,
        rate=offer.rate,
        lateness=_lateness(bench),
        log=bench.folder.logs / "sender.log",
    ) as sender:
        watch.add("sender", sender.pid)
        with closing(Look(bench, trial, running, offer)) as look:
            while sender.is_running:
                trial.refuse_failure(running)
                look.now()
                time.sleep(0.1)
        return sender.report()


def _lateness(bench: Bench) -> Path:
    return bench.folder.samples / f"{bench.label}-lateness.parquet"


class Look:
    """Looks once a second at what a running trial has done so far; of its output it reads the newest record only."""

    def __init__(self, bench: Bench, trial: Trial, running: RunningFlow, offer: Offer) -> None:
        self._bench, self._trial, self._running, self._offer = bench, trial, running, offer
        self._newest = NewestRecord(trial.output) if isinstance(trial.output, KafkaTopic) else None
        self._decode = row_decoder(trial.workload.flow, lambda partition, offset: 0)  # noqa: ARG005 - its number does not matter
        self._rate, self._started = parse_rate(offer.rate), time.monotonic()
        self._next, self._written = self._started, 0

    def now(self) -> None:
        """Look, if a second has passed since the last time."""
        if time.monotonic() < self._next:
            return
        self._next += _LOOK_PAUSE_S
        elapsed_s = min(time.monotonic() - self._started, self._offer.seconds)
        try:
            ends, sent = self._trial.output.end_offsets(), sum(self._trial.input.end_offsets())
        except MachineError:  # a broker is away for a moment: the next look may know more, and nothing is lost by looking away
            return
        before, self._written = self._written, sum(ends)
        self._bench.lab.show(
            Status(
                "sending",
                self._trial.engine_name,
                self._bench.label,
                elapsed_s=elapsed_s,
                planned_s=self._offer.seconds,
                offered_per_second=self._rate.rate_at(elapsed_s),
                outputs_per_second=self._written - before if before else None,
                backlog=max(0, sent - self._trial.progress(self._running).consumed),
                latency_ms=self._latency_ms(ends),
            )
        )

    def _latency_ms(self, ends: Sequence[int]) -> float | None:
        record = self._newest.look(ends) if self._newest else None
        return record.timestamp_ms - row_of(record, self._decode)[INTENDED_TIME] if record else None

    def close(self) -> None:
        if self._newest:
            self._newest.close()


def _wait(trial: Trial, running: RunningFlow, limits: Limits, *, may_lag: bool) -> bool:
    try:
        trial.wait(running, limits)
    except TooLateError:
        if not may_lag:
            raise
        return False
    return True


def _read(
    bench: Bench, trial: Trial, offer: Offer, start_ms: int, usage: Usage, *, events: Sequence[dict[str, Any]], has_ended: bool
) -> Offered:
    """Read the output to its end, check it, and keep everything."""
    comparison = trial.check()
    intended_ns = parse_rate(offer.rate).intended_ns(0, trial.events - PRIMING_EVENTS)

    def due_ms(numbers: "NDArray[np.int64]") -> "NDArray[np.int64]":
        return start_ms + intended_ns[numbers - PRIMING_EVENTS] // 1_000_000

    inputs = inputs_of(trial, PRIMING_EVENTS, start_ms, due_ms, has_ended=has_ended)
    offered = Offered(offer, trial, start_ms, _lateness(bench), usage, events, comparison if has_ended else None, inputs)
    bench.folder.save_samples(f"{bench.label}-latency", trial.collector.samples())
    bench.folder.save_samples(f"{bench.label}-resources", usage.to_data())
    bench.folder.save_samples(f"{bench.label}-series", offered.series().to_data())
    save_convergence(trial, bench.folder, bench.label)
    for event in events:
        told = {"what" if name == "event" else name: value for name, value in event.items()}
        bench.folder.event("engine", **{"trial": bench.label, "engine": trial.engine_name, **told})
    return offered


def lateness_p99_ms(path: Path, warmup_s: float) -> float:
    """The lateness that 1 % of the records sent after the warm-up exceeded; 0 if none were sent."""
    import numpy as np
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    sent_ns, late_ns, count = (table[name].to_numpy() for name in ("sent_ns", "lateness_ns", "count"))
    warm = sent_ns >= warmup_s * 1e9
    if not warm.any():
        return 0.0
    weighted = np.repeat(late_ns[warm], count[warm])
    return round(float(np.quantile(weighted, 0.99, method="inverted_cdf")) / 1e6, 3)
