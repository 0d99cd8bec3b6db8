"""Sustain, online: the highest rate that the engine holds for good, found by probes."""

from dataclasses import dataclass, replace
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.figures import about, late_sender, latency_figures, load_figures, stepped_clock, worst_throttling
from streamgauge.experiments.maximum import maximum_per_second, tidy
from streamgauge.experiments.online import Offer, Offered, offer_to
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.search import Ending, RateInterval, SearchPlan, find_rate
from streamgauge.experiments.warmup import seconds_of
from streamgauge.measure.sustained import LEAST_SECONDS, Holds, Judgement, judge

# A sender that is late but does not fall behind changes no growth, which is all that a probe asks; a quarter of a block is
# still small beside what the test can see.
LATENESS_BOUND_MS = 500.0

START_SHARE = 0.8  # of the offline maximum: online there is a sender beside the engine
_INCONCLUSIVE = (Ending.INCONCLUSIVE, Ending.UNFINISHED)
_ROUGH = (Ending.AT_LEAST, Ending.WIDE)


@dataclass(frozen=True, kw_only=True)
class SustainPlan(Plan):
    """How long each probe lasts, from which rate the search starts, and how fine it is.

    Without a rate the search starts from four fifths of the engine's maximum, which is measured first. A probe is a trial
    with a query and topics of its own, and its answer is verified like any other.
    """

    rate: str = ""
    seconds: float = 15.0
    warmup: str = "5"
    width: float = 0.15
    step: float = 1.4
    probes: int = 14

    def check(self) -> None:
        super().check()
        self.require_kafka()
        if self.rate and not self.rate.isdigit():
            raise RequestError("a search starts from a number", where=f"--rate {self.rate}", fix="leave it out, or --rate 5000")
        if not self.seconds >= LEAST_SECONDS:
            raise RequestError(f"a probe needs {LEAST_SECONDS} s", where=f"--seconds {self.seconds:g}", fix="--seconds 15")
        if not (self.width > 0 and self.step > 1 and self.probes >= 1):
            raise RequestError("there is no such search", where="width, step, probes", fix="width 0.15, step 1.4, probes 14")
        self.offer(1000).check()

    def offer(self, rate: int) -> Offer:
        return Offer(self.workload, str(rate), seconds_of(self.warmup) + self.seconds, self.transport.partitions)


def measure_sustain(plan: SustainPlan, bench: Bench) -> dict[str, Any]:
    """One search."""
    start = int(plan.rate) if plan.rate else tidy(START_SHARE * maximum_per_second(plan, bench))
    probes: list[dict[str, Any]] = []

    def probe(rate: int) -> Judgement:
        label = f"{bench.label}-probe{len(probes) + 1}"
        bench.lab.say(f"{label}: {rate}/s for {seconds_of(plan.warmup) + plan.seconds:g} s")
        offered = offer_to(replace(bench, label=label), plan.offer(rate), plan, may_lag=True)
        judgement = _judged(offered, seconds_of(plan.warmup))
        probes.append(_figures(offered, judgement, seconds_of(plan.warmup), label))
        bench.lab.say(f"{label}: {judgement.holds.value}{judgement.reason and ': ' + judgement.reason}")
        return judgement

    search = SearchPlan(start, step=plan.step, width=plan.width, most_probes=plan.probes)
    return _result(find_rate(probe, search), probes, start) | {"warmup_s": seconds_of(plan.warmup)}


def _judged(offered: Offered, warmup_s: float) -> Judgement:
    """Whether the rate was held; a sender that was late decides nothing, an engine that never caught up everything."""
    late = late_sender(offered.lateness_p99_ms(warmup_s), LATENESS_BOUND_MS)
    if why := late or stepped_clock(offered.clock_step_ms):
        return Judgement.inconclusive(why)
    if offered.comparison is None:
        return Judgement(Holds.NOT_SUSTAINED, reason="it had not caught up when its time was over")
    return judge(offered.series().between(int(warmup_s), int(offered.offer.seconds)))


def _figures(offered: Offered, judgement: Judgement, warmup_s: float, label: str) -> dict[str, Any]:
    load = load_figures(offered, warmup_s)
    shown = ("offered_per_second", "achieved_per_second", "backlog")
    used = ("others_cores", "disturbed", "throttled_share", "resources", "gc_s")
    return {
        **about(offered),
        "label": label,
        **judgement.to_data(),
        "given_up": offered.comparison is None,
        "latency_ms": latency_figures(offered, warmup_s)["latency_ms"],
        "lateness_ms": {"p99": offered.lateness_p99_ms(warmup_s)},
        **{name: load[name] for name in (*shown, *used)},
    }


def _result(found: RateInterval, probes: list[dict[str, Any]], start: int) -> dict[str, Any]:
    """The interval and every probe. An answer that was cut off because the engine lagged is not wrong."""
    wrong = [each for each in probes if not each["verified"] and not each["given_up"]]
    held = [each for each in probes if each["holds"] == Holds.SUSTAINED.value]
    shown = max(held, key=lambda each: int(each["rate"]), default=probes[-1])
    return {
        **{name: shown[name] for name in ("engine", "emission", "partitions", "outputs_per_input", "broken", "repeated")},
        "sustainable_rate": {
            "low": found.low,
            "high": found.high,
            "middle": found.middle,
            "relative_width": found.relative_width,
        },
        "started_from": start,
        "ending": found.ending.value,
        "latency_ms": shown["latency_ms"],
        "verified": not wrong,
        "differences": wrong[0]["differences"] if wrong else [],
        "rough": found.ending.value if found.ending in _ROUGH else None,
        "inconclusive": found.ending.value if found.ending in _INCONCLUSIVE else None,
        **{name: shown[name] for name in ("resources", "gc_s", "others_cores")},
        "disturbed": any(each["disturbed"] for each in probes),
        "throttled_share": worst_throttling(probes),
        "probes": probes,
    }


EXPERIMENT = Experiment("sustain", SustainPlan, measure_sustain, compared=(("sustainable_rate.middle", "sustainable rate"),))
