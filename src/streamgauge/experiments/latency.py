"""Latency, online: how long a record takes at a rate that is held."""

from dataclasses import dataclass
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.figures import about, latency_figures, load_figures, operation_figures, punctuality
from streamgauge.experiments.floor import floor_figures
from streamgauge.experiments.maximum import HALF, maximum_per_second, tidy
from streamgauge.experiments.online import Offer, offer_to
from streamgauge.experiments.own_latency import own_figures
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.warmup import AUTO, cut, offered_seconds, seconds_of


@dataclass(frozen=True, kw_only=True)
class LatencyPlan(Plan):
    """At which rate, for how long; the warm-up comes on top and is cut by intended time.

    The rate `half` is half of the engine's own maximum, which is measured first (seed work 000).
    """

    rate: str = "2000"
    seconds: float = 20.0
    warmup: str = AUTO
    floor: bool = True

    def check(self) -> None:
        super().check()
        self.require_kafka()
        offer = self.offer("1" if self.rate == HALF else self.rate)
        offer.check()
        if self.warmup != AUTO and offer.events == Offer(self.workload, offer.rate, seconds_of(self.warmup), 1).events:
            raise RequestError("no event is due after the warm-up", where=f"--rate {self.rate}", fix="a longer --seconds")

    def offer(self, rate: str) -> Offer:
        return Offer(self.workload, rate, offered_seconds(self.seconds, self.warmup), self.transport.partitions)


def measure_latency(plan: LatencyPlan, bench: Bench) -> dict[str, Any]:
    """One trial."""
    half = {}
    if plan.rate == HALF:
        half = {"maximum_per_second": maximum_per_second(plan, bench)}
    rate = str(tidy(half["maximum_per_second"] / 2)) if half else plan.rate
    floor = floor_figures(plan, bench, rate) if plan.floor else {}
    offer = plan.offer(rate)
    bench.lab.say(f"{bench.label}: {rate}/s for {offer.seconds:g} s")
    offered = offer_to(bench, offer, plan)
    warm = cut(offered, plan.warmup)
    return {
        **about(offered),
        **half,
        "warmup_s": warm.seconds,
        "settled": warm.is_settled,
        **latency_figures(offered, warm.seconds),
        **floor,
        **operation_figures(offered, warm.seconds),
        **load_figures(offered, warm.seconds),
        **punctuality(offered, warm.seconds),
        **own_figures(offered, warm.seconds, bench.folder, bench.label),
        "switches": list(offered.events),
    }


EXPERIMENT = Experiment(
    "latency",
    LatencyPlan,
    measure_latency,
    compared=(("latency_ms.p50", "median latency"), ("latency_ms.p99", "p99 latency")),
)
