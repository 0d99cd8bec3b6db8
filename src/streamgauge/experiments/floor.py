"""The floor: the flow that only reads and writes, on the same engine at the same rate. No latency can lie below it."""

import json
from dataclasses import replace
from typing import Any

from streamgauge.errors import AnswerError
from streamgauge.experiments.experiment import Bench
from streamgauge.experiments.figures import latency_figures, punctuality
from streamgauge.experiments.online import Offer, offer_to
from streamgauge.experiments.plans import Plan, WorkloadPlan

WORKLOAD = "operator-identity"
SECONDS = 8.0
WARMUP_S = 4.0


def floor_figures(plan: Plan, bench: Bench, rate: str) -> dict[str, Any]:
    """The floor's latency, measured once for each engine, rate and number of partitions of a run; None if it proves nothing."""
    lab, options = bench.lab, json.dumps(dict(bench.engine.options), sort_keys=True)
    key = ("floor", bench.engine.name, options, rate, plan.transport.partitions)
    if key not in lab.known:
        lab.say(f"{bench.engine.name}: the floor, {WORKLOAD} at {rate}/s for {WARMUP_S + SECONDS:g} s")
        offer = Offer(WorkloadPlan(WORKLOAD), rate, WARMUP_S + SECONDS, plan.transport.partitions)
        offered = offer_to(replace(bench, label=f"floor-{bench.engine.name}-{lab.count('floor') + 1}"), offer, plan)
        if offered.comparison is None or not offered.comparison.equal:
            raise AnswerError(
                f"{bench.engine.name} changed records that it should only pass on", where=WORKLOAD, fix="see the samples"
            )
        if why := punctuality(offered, WARMUP_S)["inconclusive"]:
            lab.say(f"WARNING: the floor of {bench.engine.name} at {rate}/s is not told: {why}")
        lab.known[key] = None if why else latency_figures(offered, WARMUP_S)["latency_ms"]
    return {"floor_ms": lab.known[key]}
