"""Sweep, online: latency by offered rate, past the knee."""

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.figures import about, latency_figures, load_figures, punctuality, worst_throttling
from streamgauge.experiments.maximum import maximum_per_second, tidy
from streamgauge.experiments.online import Offer, offer_to
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.warmup import seconds_of
from streamgauge.measure.knee import find_knee

SHARES = (0.1, 0.25, 0.5, 0.7, 0.85, 1.0, 1.2)  # of the offline maximum, where no rates are given


@dataclass(frozen=True, kw_only=True)
class SweepPlan(Plan):
    """Which rates, written 1000/2000/4000, or shares of the engine's maximum, which is measured first; how long each."""

    rates: str = ""
    seconds: float = 15.0
    warmup: str = "10"

    def check(self) -> None:
        super().check()
        self.require_kafka()
        if self.rates and not all(part.isdigit() and int(part) > 0 for part in self.rates.split("/")):
            raise RequestError("rates are numbers", where=f"rates {self.rates!r}", fix="--rate 1000,2000,4000")
        self.offer(1000).check()

    def offer(self, rate: int) -> Offer:
        return Offer(self.workload, str(rate), seconds_of(self.warmup) + self.seconds, self.transport.partitions)


def measure_sweep(plan: SweepPlan, bench: Bench) -> dict[str, Any]:
    """One trial: every rate once, the lowest first."""
    rates = [int(part) for part in plan.rates.split("/")] if plan.rates else []
    rates = rates or [tidy(share * maximum_per_second(plan, bench)) for share in SHARES]
    steps = [_step(plan, bench, rate) for rate in sorted(set(rates))]
    first = steps[0]
    knees = [find_knee([(each["offered"], _known(each, name)) for each in steps]) for name in ("p50", "p99")]
    return {
        **{name: first[name] for name in ("engine", "emission", "partitions", "outputs_per_input", "broken")},
        "knee_per_second": knees[0].to_data(),
        "knee_p99_per_second": knees[1].to_data(),
        "verified": all(each["verified"] or each["lagged"] for each in steps),
        "repeated": sum(each["repeated"] for each in steps),
        "differences": next((each["differences"] for each in steps if not each["verified"] and not each["lagged"]), []),
        "inconclusive": next((f"at {each['offered']}/s {each['inconclusive']}" for each in steps if each["inconclusive"]), None),
        "disturbed": any(each["disturbed"] for each in steps),
        "others_cores": max(each["others_cores"] or 0.0 for each in steps),
        "throttled_share": worst_throttling(steps),
        "warmup_s": seconds_of(plan.warmup),
        "rates": steps,
    }


def _known(step: dict[str, Any], name: str) -> float | None:
    """A latency of a step; there is none to be known where an engine was given up."""
    value: float | None = inf if step["lagged"] else (step["latency_ms"] or {}).get(name)
    return value


def _step(plan: SweepPlan, bench: Bench, rate: int) -> dict[str, Any]:
    label, warmup_s = f"{bench.label}-rate{rate}", seconds_of(plan.warmup)
    bench.lab.say(f"{label}: {rate}/s for {warmup_s + plan.seconds:g} s")
    offered = offer_to(replace(bench, label=label), plan.offer(rate), plan, may_lag=True)
    return {
        **about(offered),
        "offered": rate,
        "lagged": offered.comparison is None,  # given up before it had caught up: past the knee
        **latency_figures(offered, warmup_s),
        **load_figures(offered, warmup_s),
        **punctuality(offered, warmup_s),
    }


EXPERIMENT = Experiment("sweep", SweepPlan, measure_sweep, compared=(("knee_per_second.low", "rate below the knee"),))
