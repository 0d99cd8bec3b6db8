"""The highest rate of an engine, offline: where searches begin, and what `half` is the half of."""

import json

from streamgauge.errors import AnswerError, InconclusiveError
from streamgauge.experiments.experiment import Bench
from streamgauge.experiments.plans import Plan
from streamgauge.experiments.throughput import ThroughputPlan, measure_throughput

HALF = "half"
FIRST_EVENTS, MOST_EVENTS = 30_000, 300_000
ENOUGH_S = 20.0  # of work tell a rate; a slow engine would need minutes for as many events as a fast one


def maximum_per_second(plan: Plan, bench: Bench) -> int:
    """Records per second from a preloaded topic, measured once for each engine and workload of a run."""
    lab, options = bench.lab, json.dumps(dict(bench.engine.options), sort_keys=True)
    key = ("maximum", bench.engine.name, options, repr(plan.workload), plan.transport.partitions)
    if key not in lab.known:
        lab.say(f"{bench.engine.name}: the highest rate first, from preloaded events")
        lab.known[key] = _with_enough_events(plan, bench)
    known: int = lab.known[key]
    return known


def _with_enough_events(plan: Plan, bench: Bench) -> int:
    """The more there is to do, the faster an engine that works in batches looks, so a second guess may not be the last."""
    events, rate = 0, 0
    wanted = FIRST_EVENTS
    while wanted >= 2 * events:
        events, rate = wanted, _offline_per_second(plan, bench, wanted)
        wanted = min(MOST_EVENTS, round(rate * ENOUGH_S))
    return rate


def _offline_per_second(plan: Plan, bench: Bench, events: int) -> int:
    offline = ThroughputPlan(
        workload=plan.workload, engines=plan.engines, transport=plan.transport, limits=plan.limits, events=events
    )
    label = f"maximum-{bench.engine.name}-{plan.workload.name}-{bench.lab.count('maximum') + 1}-{events}"
    measured = measure_throughput(offline, Bench(bench.engine, bench.lab, bench.folder, label))
    where = f"{events:,} events of {plan.workload.name} on {bench.engine.name}"
    if not measured["verified"]:
        said = next(iter(measured["differences"]), "it differs")
        raise AnswerError(
            f"the answer is wrong, so that the highest rate is not known: {said}",
            where=where,
            fix=f"streamgauge verify {plan.workload.name} --engine {bench.engine.name}",
        )
    if why := measured["inconclusive"]:
        raise InconclusiveError(f"the highest rate is not known: {why}", where=where, fix="give a rate, as --rate 5000")
    return max(1, int(measured["records_per_second"] or 1))


def tidy(rate: float) -> int:
    """Two digits are enough for a rate that is only a choice.

    >>> tidy(41_283.7)
    41000
    """
    unit: int = 10 ** max(0, len(str(int(rate))) - 2)
    return max(1, round(rate / unit) * unit)
