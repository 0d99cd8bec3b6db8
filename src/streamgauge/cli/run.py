"""`streamgauge run`: an experiment, measured into a run folder."""

import os
import shlex
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from streamgauge import __version__
from streamgauge.cli.failures import error_data, tell
from streamgauge.cli.options import EngineOptions, Json, LimitOptions, TransportOptions, WorkloadOptions, pairs
from streamgauge.cli.results import print_result
from streamgauge.cli.screen import print_json
from streamgauge.cli.view import View, open_view
from streamgauge.errors import ExitCode, RequestError, StreamgaugeError
from streamgauge.runs.folder import RunFolder

if TYPE_CHECKING:
    from streamgauge.experiments.lab import Lab
    from streamgauge.experiments.plan_file import PlannedRun

Several = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)]


def run_command(
    experiment: str | None = None,
    workload: str | None = None,
    /,
    *,
    plan: Path | None = None,
    engine: str | None = None,
    rate: str | None = None,
    seconds: float | None = None,
    warmup: str | None = None,
    events: int | None = None,
    epochs: int | None = None,
    trials: int | None = None,
    objective: Several = (),
    floor: bool | None = None,
    runs: Path = Path("runs"),
    json: Json = False,
    options: WorkloadOptions | None = None,
    transport: TransportOptions | None = None,
    engine_options: EngineOptions | None = None,
    limits: LimitOptions | None = None,
) -> ExitCode:
    """Run an experiment and keep what it measured.

    Parameters
    ----------
    experiment:
        breakdown, burst, closed, latency, sustain, sweep or throughput; `streamgauge list experiments` says what each asks.
    workload:
        The workload's name.
    plan:
        A plan in TOML instead of an experiment and a workload, such as the plan.toml of an earlier run. Options win over it;
        seed, transport and limits are its own.
    engine:
        One engine, or several separated by commas; trials alternate between them. Both of Spark's paradigms, if nothing is said.
    rate:
        Events per second, several separated by commas, or a rate shape; half for half of the engine's measured maximum.
    seconds:
        How long to measure at each rate.
    warmup:
        Seconds before that, which are not counted; auto finds where the warm-up ends by a rule.
    events:
        throughput: how many events are preloaded. closed: how many make an epoch.
    epochs:
        closed: how many epochs.
    trials:
        How often each engine is measured; 5 make a comparison worth something.
    objective:
        What the result must show, such as "latency_ms.p99 < 250"; may be given several times. Exit 1 if one is missed.
    floor:
        Measure the floor, the flow that only reads and writes, beside a latency.
    runs:
        The folder in which the run folder is made.
    json:
        Print the result as JSON.
    """
    from streamgauge.experiments.plan_file import DEFAULT_ENGINES, overridden, planned_runs, read_plan_file

    given = {"seconds": seconds, "warmup": warmup, "events": events, "epochs": epochs, "trials": trials, "floor": floor}
    options, engine_options = options or WorkloadOptions(), engine_options or EngineOptions()
    data: dict[str, Any]
    if plan is not None:
        if experiment is not None:
            raise RequestError("a plan names its own experiment", where=f"--plan {plan}", fix="leave out EXPERIMENT and WORKLOAD")
        _refuse_beside_plan(plan, options, transport, limits)
        data = read_plan_file(plan)
        asked, where = data.get("experiment"), str(plan)
        data |= _engines(data, engine, engine_options) | _workload(data, options)
    elif experiment is None or workload is None:
        raise RequestError("which experiment, on which workload?", where="run EXPERIMENT WORKLOAD", fix="run latency wordcount")
    else:
        asked, where = experiment, f"run {experiment}"
        data = {
            "experiment": experiment,
            "workload": options.data(workload),
            "engines": engine_options.for_engines(DEFAULT_ENGINES if engine is None else engine.split(",")),
            "transport": asdict((transport or TransportOptions()).plan()),
            "limits": asdict((limits or LimitOptions()).plan()),
        }
    flags: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    flags |= _rate_flags(rate, asked) if rate else {}
    flags |= {"objectives": list(objective)} if objective else {}
    return _run_all(planned_runs(overridden(data, flags), where), runs, as_json=json)


def _refuse_beside_plan(
    plan: Path, options: WorkloadOptions, transport: TransportOptions | None, limits: LimitOptions | None
) -> None:
    """What a plan has in tables of its own, and would not be changed by an option, be it a default."""
    given = {
        "seed, in its table [workload]": options.seed is not None,
        "transport": transport is not None,
        "limits": limits is not None,
    }
    for what, is_given in given.items():
        if is_given:
            raise RequestError(f"a plan has its own {what}", where=f"--plan {plan}", fix="change it there")


def _engines(plan: dict[str, Any], engine: str | None, options: EngineOptions) -> dict[str, Any]:
    """The engines of a plan, or others, with the options that were given beside those of the plan."""
    from streamgauge.experiments.plan_file import DEFAULT_ENGINES

    if engine is None and options == EngineOptions():
        return {}
    planned = plan.get("engines") or {name: {} for name in DEFAULT_ENGINES}
    given = options.for_engines(list(planned) if engine is None else engine.split(","))
    return {"engines": {name: {**planned.get(name, {}), **own} for name, own in given.items()}}


def _workload(plan: dict[str, Any], options: WorkloadOptions) -> dict[str, Any]:
    """The workload of a plan, with the properties that were given beside its own."""
    if not options.set_:
        return {}
    planned = plan.get("workload") or {}
    return {"workload": {**planned, "set": {**planned.get("set", {}), **pairs(options.set_, "--set")}}}


def _rate_flags(text: str, asked: object) -> dict[str, object]:
    """Several rates, or one; a rate shape has commas of its own. To a sweep all are one value, which it knows by another name."""
    experiments, parts = asked if isinstance(asked, list) else [asked], text.split(",")
    several = parts if len(parts) > 1 and all(part.isdigit() or part == "half" for part in parts) else text
    flags: dict[str, object] = {"rate": several} if any(each != "sweep" for each in experiments) else {}
    return flags | ({"rates": "/".join(parts)} if "sweep" in experiments else {})


def _run_all(planned: "list[PlannedRun]", runs: Path, *, as_json: bool) -> ExitCode:
    """Run one after the other and print what was measured, however it ends; the worst exit code."""
    results: list[dict[str, Any]] = []
    failure: StreamgaugeError | None = None
    try:
        run_planned(planned, runs, results)
    except StreamgaugeError as error:
        if not results:
            raise
        failure = error
    finally:
        _print_all(results, failure, as_json=as_json, several=len(planned) > 1)
    return worst_code(results) if failure is None else tell(failure, as_json=False)


def run_planned(planned: "list[PlannedRun]", runs: Path, results: list[dict[str, Any]]) -> None:
    """Run one after the other, on the same open engines. What is measured is added to `results`."""
    from streamgauge.experiments.lab import open_lab, refuse_impossible

    for each in planned:  # a wrong request leaves no folder behind
        for point in each.points:
            refuse_impossible(point.plan.workload, point.plan.engines, point.plan.transport)
    first = _folder(planned[0], runs)
    try:
        with open_view() as view, open_lab(planned[0].plan.transport, logs=first.logs, say=view.say, show=view.show) as lab:
            for number, each in enumerate(planned):
                _run_one(each, first if number == 0 else _folder(each, runs), lab, view, results)
    except BaseException as error:
        if not results and first.is_open:  # the lab did not open
            _fail(first, error, None)
        raise


def worst_code(results: list[dict[str, Any]]) -> ExitCode:
    return max((_code(result) for result in results), key=_SEVERITY.index, default=ExitCode.OK)


def _run_one(planned: "PlannedRun", folder: RunFolder, lab: "Lab", view: View, results: list[dict[str, Any]]) -> None:
    """Run it; however it ends, the folder says so, and what was measured stays."""
    from streamgauge.experiments.results import result_of
    from streamgauge.experiments.rounds import run_turns, turns

    measured: list[dict[str, Any]] = []
    todo = turns(planned.points)
    try:
        view.begin(f"{planned.experiment.name} of {planned.plan.workload.name}")
        run_turns(planned.experiment, todo, lab, folder, measured)
    except BaseException as error:
        partial = result_of(planned.experiment, planned.plan, measured, is_partial=True) if measured else None
        _fail(folder, error, partial)
        if partial:
            results.append({"folder": str(folder.path), **partial})
        view.say(f"what was measured so far, and the logs, are in {folder.path}")
        raise
    result = result_of(planned.experiment, planned.plan, measured, is_partial=False)
    folder.finish("complete", result)
    results.append({"folder": str(folder.path), **result})


def _fail(folder: RunFolder, error: BaseException, partial: dict[str, Any] | None) -> None:
    if isinstance(error, KeyboardInterrupt):
        folder.finish("interrupted", partial)
    else:
        folder.event("failure", what=str(error))
        folder.finish("failed", partial)


def _folder(planned: "PlannedRun", runs: Path) -> RunFolder:
    from streamgauge.experiments.versions import versions_of
    from streamgauge.host.facts import machine_facts

    plan = planned.plan
    manifest = {
        "experiment": planned.experiment.name,
        "streamgauge": __version__,
        "versions": versions_of([each.name for each in plan.engines], plan.transport),
        "command": shlex.join(["streamgauge", *sys.argv[1:]]),
        "process": os.getpid(),
        "machine": asdict(machine_facts(runs)),
        **({"short": True} if planned.is_short else {}),
    }
    return RunFolder.create(runs, f"{planned.experiment.name}-{plan.workload.name}", manifest, planned.data)


# The mildest first.
_SEVERITY = [ExitCode.OK, ExitCode.OBJECTIVE_MISSED, ExitCode.INCONCLUSIVE, ExitCode.WRONG_ANSWER]


def _code(result: dict[str, Any]) -> ExitCode:
    if not all(each["verified"] for each in result["engines"]):
        return ExitCode.WRONG_ANSWER
    if any(each.get("inconclusive") for each in result["engines"]):
        return ExitCode.INCONCLUSIVE
    is_met = all(objective["is_met"] for each in result["engines"] for objective in each["objectives"])
    return ExitCode.OK if is_met else ExitCode.OBJECTIVE_MISSED


def _print_all(results: list[dict[str, Any]], failure: StreamgaugeError | None, *, as_json: bool, several: bool) -> None:
    """What was measured, and with it, in the one object of JSON, what ended it."""
    if as_json and results:
        error = {"error": error_data(failure)} if failure else {}
        print_json("run", ({"runs": results} if several else results[0]) | error)
    elif not as_json:
        for result in results:
            print_result(result)
