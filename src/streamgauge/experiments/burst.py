"""Burst, online: what happens to latency and backlog while the rate rises and falls."""

from dataclasses import dataclass
from typing import Any

from streamgauge.errors import RequestError
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.figures import about, latency_figures, load_figures, operation_figures, punctuality
from streamgauge.experiments.floor import floor_figures
from streamgauge.experiments.online import Offer, offer_to
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.warmup import AUTO, seconds_of
from streamgauge.measure.bursts import Burst, burst_figures, bursts_in
from streamgauge.streams.rates import Bursts, parse_rate

TWO_BURSTS = "bursts:calm=2000,burst=10000/30000,start=20,length=30,gap=30"  # as in seed work 001
SECONDS = 60.0
NO_CALM = "no latency is known of the calm before the first burst, so there is nothing to compare with; offer more in the calm"


@dataclass(frozen=True, kw_only=True)
class BurstPlan(Plan):
    """The rate's shape and for how long; by default until the calm after the last burst has lasted as long as that before.

    With the warm-up `auto` the first half of the calm before the first burst is left out. What remains of it is what the
    bursts are compared with, so a shape must begin calmly. A longer warm-up takes whole bursts in, and ends in a calm as well.
    """

    rate: str = TWO_BURSTS
    seconds: float = 0.0
    warmup: str = AUTO
    floor: bool = True

    def check(self) -> None:
        super().check()
        self.require_kafka()
        self.offer().check()
        warmup_s = self.warmup_s
        if not self.bursts() or any(burst.from_s <= warmup_s < burst.to_s for burst in self._all_bursts):
            raise RequestError(
                "there is no calm before a burst to compare it with",
                where=f"--rate {self.rate}, {self.whole_s:g} s",
                fix=f"--rate {TWO_BURSTS}",
            )

    @property
    def whole_s(self) -> float:
        """How long is offered in all."""
        shape = parse_rate(self.rate)
        if self.seconds or not isinstance(shape, Bursts):
            return self.seconds or SECONDS
        return shape.start + (shape.count or len(shape.burst)) * (shape.length + shape.gap)

    def offer(self) -> Offer:
        return Offer(self.workload, self.rate, self.whole_s, self.transport.partitions)

    def bursts(self) -> list[Burst]:
        """Those that count: one before the end of the warm-up is part of it."""
        warmup_s = self.warmup_s
        return [burst for burst in self._all_bursts if burst.from_s > warmup_s]

    @property
    def _all_bursts(self) -> list[Burst]:
        shape = parse_rate(self.rate)
        return bursts_in([shape.rate_at(second + 0.5) for second in range(int(self.whole_s))])

    @property
    def warmup_s(self) -> float:
        if self.warmup != AUTO:
            return seconds_of(self.warmup)
        return next((burst.from_s // 2 for burst in self._all_bursts), 0)


def measure_burst(plan: BurstPlan, bench: Bench) -> dict[str, Any]:
    """One trial."""
    bursts, offer = plan.bursts(), plan.offer()
    warmup_s = plan.warmup_s
    calm = round(parse_rate(plan.rate).rate_at(warmup_s))
    floor = floor_figures(plan, bench, str(calm)) if plan.floor and calm else {}
    bench.lab.say(f"{bench.label}: {parse_rate(plan.rate).describe()}; {offer.seconds:g} s in all")
    offered = offer_to(bench, offer, plan)
    series, sender = offered.series(), punctuality(offered, warmup_s)
    figures = burst_figures(series, bursts, warmup_s=int(warmup_s), sent_s=int(offer.seconds))
    return {
        **about(offered),
        "warmup_s": warmup_s,
        **latency_figures(offered, warmup_s),
        **figures,
        **floor,
        **operation_figures(offered, warmup_s),
        **load_figures(offered, warmup_s),
        **sender,
        "inconclusive": sender["inconclusive"] or (NO_CALM if figures["calm_ms"] is None else None),
        "switches": list(offered.events),
        "series": series.to_data(),
    }


EXPERIMENT = Experiment(
    "burst",
    BurstPlan,
    measure_burst,
    compared=(("time_averaged_ms", "time-averaged latency"), ("excess_ms_s", "excess latency")),
)
