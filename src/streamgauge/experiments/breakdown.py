"""Breakdown, online: where the time of a record goes, by component and by operation (seed work 001)."""

from dataclasses import dataclass, replace
from typing import Any

from streamgauge.engines import load_engine
from streamgauge.engines.traced import TRACE, can_trace
from streamgauge.errors import RequestError
from streamgauge.experiments.experiment import Bench, Experiment
from streamgauge.experiments.figures import about, latency_figures, load_figures, punctuality
from streamgauge.experiments.maximum import HALF, maximum_per_second, tidy
from streamgauge.experiments.online import Offer, Offered, offer_to
from streamgauge.experiments.plans import EnginePlan, Plan
from streamgauge.experiments.warmup import AUTO, cut, offered_seconds
from streamgauge.flow.trace import operations
from streamgauge.measure.components import Ways, components


@dataclass(frozen=True, kw_only=True)
class BreakdownPlan(Plan):
    """At which rate, for how long; the warm-up comes on top. By default the lower rate of the seed's tables.

    The rate `half` is half of what the engine does without stamps, which is measured first.
    """

    rate: str = "4000"
    seconds: float = 20.0
    warmup: str = AUTO

    def check(self) -> None:
        super().check()
        self.require_kafka()
        self.offer("1" if self.rate == HALF else self.rate).check()
        for engine in self.engines:
            if not can_trace(load_engine(engine.name)):
                raise RequestError(
                    f"{engine.name} cannot tell where a record's time goes",
                    where=f"--engine {engine.name}",
                    fix="--engine spark-microbatch,spark-realtime,dual",
                )
        flow = self.workload.configured().flow
        if flow.is_order_sensitive:
            raise RequestError(
                "no stamps travel through keyed Python state", where=f"flow {flow.name!r}", fix="break down another workload"
            )

    def offer(self, rate: str) -> Offer:
        return Offer(self.workload, rate, offered_seconds(self.seconds, self.warmup), self.transport.partitions)


def measure_breakdown(plan: BreakdownPlan, bench: Bench) -> dict[str, Any]:
    """One trial, with stamps."""
    traced = replace(bench, engine=EnginePlan(bench.engine.name, {**bench.engine.options, TRACE: True}))
    half = {"maximum_per_second": maximum_per_second(plan, bench)} if plan.rate == HALF else {}
    rate = str(tidy(half["maximum_per_second"] / 2)) if half else plan.rate
    offer = plan.offer(rate)
    bench.lab.say(f"{bench.label}: {rate}/s for {offer.seconds:g} s, every record stamped")
    offered = offer_to(traced, offer, plan, is_traced=True)
    warm = cut(offered, plan.warmup)
    latency = latency_figures(offered, warm.seconds)
    return {
        **about(offered),
        **half,
        "warmup_s": warm.seconds,
        "settled": warm.is_settled,
        **latency,
        **_parts(offered, warm.seconds, (latency["latency_ms"] or {}).get("mean")),
        **load_figures(offered, warm.seconds),
        **punctuality(offered, warm.seconds),
    }


def _parts(offered: Offered, from_s: float, mean_ms: float | None) -> dict[str, Any]:
    """The components, the operations, and what is missing from the mean latency."""
    steps = operations(offered.trial.workload.flow)
    samples = offered.trial.collector.samples()
    ways = Ways(
        samples["intended_ms"],
        tuple(samples[each.stamp] for each in steps if each.stamp),
        samples["append_ms"],
        tuple(each.exchanges for each in steps),
    ).where(samples["intended_ms"] >= offered.start_ms + round(from_s * 1000))
    found = components(ways, offered.in_batches)
    if found is None or mean_ms is None:
        return {"components_ms": None, "operations_ms": None, "remainder_ms": None}
    spans = zip(steps, ways.spans_ms(), strict=True)
    return {
        "components_ms": {name: round(value, 3) for name, value in found.items()},
        "operations_ms": {each.name: round(span, 3) for each, span in spans},
        "remainder_ms": round(mean_ms - sum(found.values()), 3),
    }


EXPERIMENT = Experiment("breakdown", BreakdownPlan, measure_breakdown)
