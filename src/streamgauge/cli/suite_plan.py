"""What a suite is asked to run: the plans that are meant, each without the engines that cannot run it here."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from streamgauge.cli.options import EngineOptions
from streamgauge.cli.suite_outcome import Outcome
from streamgauge.errors import RequestError, StreamgaugeError

if TYPE_CHECKING:
    from streamgauge.experiments.plan_file import PlannedRun
    from streamgauge.suites import Suite, SuitePlan


def chosen_plans(suite: "Suite", only: str | None, *, wants_published: bool) -> "list[SuitePlan]":
    """The plans that are meant."""
    chosen = [each for each in suite.plans if each.has_published_rates == wants_published]
    if not chosen:
        raise RequestError(f"suite {suite.name} has no published rates", where="--rates published", fix="--rates scaled")
    found = [each for each in chosen if (only or "").lower() in each.about.lower()]
    if not found:
        fix = f"streamgauge suite {suite.name} --dry-run shows what there is"
        raise RequestError(f"no plan of {suite.name} says {only!r}", where="--only", fix=fix)
    return found


def flags_of(engine: str | None, trials: int | None) -> dict[str, Any]:
    """What was given instead of what the plans say. Nonsense is refused here: later it would be taken for an engine's gap."""
    if trials is not None and trials < 1:
        raise RequestError(f"{trials} trials", where="--trials", fix="--trials 5")
    given: dict[str, Any] = {} if trials is None else {"trials": trials}
    return given if engine is None else given | {"engines": EngineOptions().for_engines(engine.split(","))}


def planned_suite(
    suite: str, plans: "list[SuitePlan]", flags: dict[str, Any], outcome: Outcome
) -> "list[tuple[SuitePlan, PlannedRun]]":
    """The runs of the plans; what cannot run is noted, and that nothing is left is an error."""
    planned = [each for plan in plans for each in _planned(suite, plan, flags, outcome)]
    if not planned:
        raise outcome.nothing_left(suite)
    return planned


def _planned(suite: str, plan: "SuitePlan", flags: dict[str, Any], outcome: Outcome) -> "Iterator[tuple[SuitePlan, PlannedRun]]":
    """The runs of a plan, each without the engines that cannot run it."""
    from streamgauge.experiments.plan_file import overridden, planned_runs
    from streamgauge.experiments.short import as_try, shortened

    for one in _by_workload(plan):
        data = overridden(shortened(one) if outcome.is_short else one, flags)
        engines = _able(data, outcome)
        if engines:
            found = planned_runs({**data, "engines": engines}, f"suite {suite}")
            yield from ((plan, as_try(each) if outcome.is_short else each) for each in found)


def _by_workload(plan: "SuitePlan") -> Iterator[dict[str, Any]]:
    """A plan for each of its workloads, for engines differ in what they can run."""
    workload = plan.data["workload"]
    names = workload["name"] if isinstance(workload["name"], list) else [workload["name"]]
    return ({**plan.data, "workload": {**workload, "name": each}} for each in names)


def _able(data: dict[str, Any], outcome: Outcome) -> dict[str, Any]:
    """Those engines of a plan that can run it here; the others are noted."""
    from streamgauge.experiments.plan_file import DEFAULT_ENGINES

    engines = data.get("engines") or {name: {} for name in DEFAULT_ENGINES}
    able = {}
    for name, options in engines.items():
        if why := _gap({**data, "engines": {name: options}}):
            outcome.leave_out(f"{data['experiment']} of {data['workload']['name']} on {name}", why)
        else:
            able[name] = options
    return able


def _gap(data: dict[str, Any]) -> StreamgaugeError | None:
    """Why the engine of a plan cannot run it here; None if it can."""
    from streamgauge.experiments.lab import refuse_impossible
    from streamgauge.experiments.plan_file import planned_runs
    from streamgauge.host.environments import NotSetUpError

    try:
        for each in planned_runs(data, "suite"):
            refuse_impossible(each.plan.workload, each.plan.engines, each.plan.transport)
    except (RequestError, NotSetUpError) as error:
        return error
    return None
