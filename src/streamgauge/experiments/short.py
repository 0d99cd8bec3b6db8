"""A plan made short: little of everything, to see within minutes that all of a suite works here before hours are spent on it.

What is run, on which engines, from what to what stays as it is; how much and how fast does not. So its figures say nothing,
and every trial says so itself: whatever reads results passes over what proves nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from typing import TYPE_CHECKING, Any

from streamgauge.experiments.catalogue import load_experiment
from streamgauge.experiments.maximum import HALF
from streamgauge.experiments.warmup import AUTO
from streamgauge.measure.sustained import LEAST_SECONDS
from streamgauge.streams.rates import Bursts, RateShape, parse_rate
from streamgauge.streams.rates.kinds import RATE, RATE_OR_NONE, Several

if TYPE_CHECKING:
    from streamgauge.experiments.plan_file import PlannedRun

MARK = "short: a try, no figures"

EVENTS, EPOCHS, PROBES = 20_000, 10, 2
SECONDS, WARM_UP_S = 5.0, 2.0
CALM_S, BURST_S = 4, 2  # before the first burst; a burst, and the calm after it
PER_SECOND, PER_SECOND_IN_BURSTS = 500, 2000  # what the slowest task holds

Rule = Callable[[Any], Any]


def shortened(data: Mapping[str, Any]) -> dict[str, Any]:
    """The plan with little of everything; what it has less of already stays."""
    asked = data["experiment"]
    names = asked if isinstance(asked, list) else [asked]
    return {**data, **{name: _of_experiment(name, {**data, **data.get(name, {})}) for name in names}}


def as_try(planned: "PlannedRun") -> "PlannedRun":
    """The run, marked in its folder and in each of its trials."""
    measure = planned.experiment.measure

    def measure_shortly(plan: Any, bench: Any) -> dict[str, Any]:
        figures = measure(plan, bench)
        return figures | {"inconclusive": "; ".join(filter(None, [MARK, figures.get("inconclusive")]))}

    return replace(planned, experiment=replace(planned.experiment, measure=measure_shortly), is_short=True)


def _of_experiment(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the plan's own fields, for its table of that experiment."""
    own = {each.name: each.default for each in fields(load_experiment(name).plan_type) if each.default is not MISSING}
    rules = _RULES | _RULES_OF.get(name, {})
    return {field: _each(rules[field], given.get(field, default)) for field, default in own.items() if field in rules}


def _each(rule: Rule, value: Any) -> Any:
    """Of several values each; what has become the same is measured once."""
    if not isinstance(value, list):
        return rule(value)
    values = list(dict.fromkeys(map(rule, value)))
    return values[0] if len(values) == 1 else values


def _slower(rate: object) -> str:
    """A rate that every task holds; a shape keeps its form."""
    if rate == HALF:
        return str(PER_SECOND)
    shape = parse_rate(str(rate))
    due, most = shape.events_within(WARM_UP_S + SECONDS), round(PER_SECOND * (WARM_UP_S + SECONDS))
    return str(_scaled(shape, most / due) if due > most else shape)


def _shorter_bursts(rate: object) -> str:
    shape = parse_rate(str(rate))
    if not isinstance(shape, Bursts):
        return _slower(rate)
    short = replace(shape, start=min(shape.start, CALM_S), length=min(shape.length, BURST_S), gap=min(shape.gap, BURST_S))
    return str(_scaled(short, min(1.0, PER_SECOND_IN_BURSTS / max(shape.burst))))


def _scaled(shape: RateShape, share: float) -> RateShape:
    """The same form with a share of the events; times stay."""
    values = {name: getattr(shape, name) for name, kind in shape.kinds().items() if kind in (RATE, RATE_OR_NONE, Several(RATE))}
    return replace(shape, **{name: _share(value, share) for name, value in values.items()})


def _share(value: Any, share: float) -> Any:
    return tuple(_share(each, share) for each in value) if isinstance(value, tuple) else min(value, max(1, round(value * share)))


def _at_most(most: float) -> Rule:
    return lambda value: min(value, most)


def _always(value: Any) -> Rule:
    return lambda _: value


_RULES: dict[str, Rule] = {
    "trials": _always(1),
    "floor": _always(False),
    "events": _at_most(EVENTS),
    "epochs": _at_most(EPOCHS),
    "probes": _at_most(PROBES),
    "seconds": _at_most(SECONDS),
    "warmup": _always(f"{WARM_UP_S:g}"),
    "rate": _slower,
    "rates": _always(f"{PER_SECOND // 2}/{PER_SECOND}"),
}
# Where an experiment means something else by the name, or needs more.
_RULES_OF: dict[str, dict[str, Rule]] = {
    "closed": {"events": _at_most(EVENTS // EPOCHS)},
    "sustain": {"rate": _always(str(PER_SECOND)), "seconds": _always(float(LEAST_SECONDS))},
    "burst": {"rate": _shorter_bursts, "seconds": _always(0.0), "warmup": _always(AUTO)},
}
