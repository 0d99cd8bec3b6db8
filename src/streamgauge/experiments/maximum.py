"""The highest rate of an engine, offline: where searches begin, and what `half` is the half of."""

import json

from streamgauge.experiments.experiment import Bench
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.throughput import ThroughputPlan, measure_throughput

HALF = "half"
EVENTS = 300_000


def maximum_per_second(plan: Plan, bench: Bench) -> int:
    """Records per second from a preloaded topic, measured once for each engine and workload of a run."""
    lab, options = bench.lab, json.dumps(dict(bench.engine.options), sort_keys=True)
    key = ("maximum", bench.engine.name, options, repr(plan.workload), plan.transport.partitions)
    if key not in lab.known:
        lab.say(f"{bench.engine.name}: the highest rate first, from {EVENTS:,} preloaded events")
        offline = ThroughputPlan(
            workload=plan.workload, engines=plan.engines, transport=plan.transport, limits=plan.limits, events=EVENTS
        )
        label = f"maximum-{bench.engine.name}-{plan.workload.name}"
        measured = measure_throughput(offline, Bench(bench.engine, lab, bench.folder, label))
        lab.known[key] = max(1, int(measured["records_per_second"] or 1))
    known: int = lab.known[key]
    return known


def tidy(rate: float) -> int:
    """Two digits are enough for a rate that is only a choice.

    >>> tidy(41_283.7)
    41000
    """
    unit: int = 10 ** max(0, len(str(int(rate))) - 2)
    return max(1, round(rate / unit) * unit)
