"""Plans as plain data, as a TOML file holds them: read, checked, filled up with defaults, and swept.

A list stands for each of its values in turn; several lists, for each combination. Lists of experiments and of workloads make
a run for each, other lists make points of a run. A table named like an experiment holds what is meant for that one alone.

experiment = "latency"
rate = ["1000", "half"]
trials = 5
objectives = ["latency_ms.p99 < 250"]

[workload]
name = "wordcount"
set = { vocabulary = [100, 10000] }

[engines.spark-microbatch]
batch_interval = 1

[engines.spark-realtime]
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any, NoReturn

from streamgauge.engines import load_engine
from streamgauge.errors import RequestError
from streamgauge.experiments.catalogue import QUESTIONS, load_experiment
from streamgauge.experiments.experiment import Experiment
from streamgauge.experiments.plans import DEFAULT_SEED, EnginePlan, Limits, Plan, TransportPlan, WorkloadPlan
from streamgauge.experiments.rounds import Point
from streamgauge.names import nearest

_TABLES = ("workload", "engines", "transport", "limits")
_WORKLOAD = ("name", "seed", "set")
DEFAULT_ENGINES = ("spark-microbatch", "spark-realtime")


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One experiment on one workload: its points, and the data that says so, with all defaults. One that is short is a try."""

    experiment: Experiment
    points: tuple[Point, ...]
    data: Mapping[str, Any]
    is_short: bool = False

    @property
    def plan(self) -> Plan:
        """The plan of its first point; what cannot be swept is the same in all."""
        return self.points[0].plan


def read_plan_file(path: Path) -> dict[str, Any]:
    """The data of a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RequestError(f"the plan cannot be read: {error.strerror}", where=str(path), fix="--plan FILE.toml") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RequestError(f"the plan is no TOML: {error}", where=str(path), fix="mend it") from None


def overridden(data: Mapping[str, Any], flags: Mapping[str, Any]) -> dict[str, Any]:
    """The data with other values, which win over those that are meant for one experiment alone, too.

    >>> overridden({"trials": 5, "latency": {"rate": 1000, "seconds": 9}}, {"rate": 2000})
    {'trials': 5, 'latency': {'seconds': 9}, 'rate': 2000}
    """
    kept = {
        name: {key: each for key, each in value.items() if key not in flags}
        if name in QUESTIONS and isinstance(value, Mapping)
        else value
        for name, value in data.items()
    }
    return kept | dict(flags)


def planned_runs(data: Mapping[str, Any], where: str) -> list[PlannedRun]:
    """The runs that the data asks for, each checked; `where` names it in errors."""
    experiments = [load_experiment(str(name)) for name in _several(_needed(data, "experiment", where))]
    workload = _table(data, "workload", where)
    names = [str(name) for name in _several(_needed(workload, "name", f"{where}, workload"))]
    _refuse_unknown(data, experiments, where)
    return [_run(experiment, name, data, where) for name in names for experiment in experiments]


def _run(experiment: Experiment, workload: str, data: Mapping[str, Any], where: str) -> PlannedRun:
    whole = _whole(experiment, workload, data, where)
    _refuse_lists(whole, where)
    points = tuple(Point(settings, _plan(experiment, plain, where)) for settings, plain in _swept(whole))
    for point in points:
        point.plan.check()
    return PlannedRun(experiment, points, whole)


def _whole(experiment: Experiment, workload: str, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """What is meant for one run, with all defaults."""
    given = {**data, **_table(data, experiment.name, where)}
    own = {each.name: given.get(each.name, _default(each)) for each in _own_fields(experiment)}
    chosen = _table(data, "workload", where)
    return {
        "experiment": experiment.name,
        **{name: list(value) if isinstance(value, tuple) else value for name, value in own.items()},
        "workload": {"name": workload, "seed": chosen.get("seed", DEFAULT_SEED), "set": dict(_table(chosen, "set", where))},
        "engines": {name: dict(options) for name, options in _engines(data, where).items()},
        "transport": _filled(TransportPlan, data, "transport", where),
        "limits": _filled(Limits, data, "limits", where),
    }


def _plan(experiment: Experiment, data: Mapping[str, Any], where: str) -> Plan:
    """The plan that plain data without lists says."""
    own = {each.name: _typed(each.type, data[each.name], f"{where}, {each.name}") for each in _own_fields(experiment)}
    workload = data["workload"]
    return experiment.plan_type(
        workload=WorkloadPlan(
            workload["name"],
            {name: _text(value) for name, value in workload["set"].items()},
            _typed(int, workload["seed"], f"{where}, seed"),
        ),
        engines=tuple(EnginePlan(name, _options(name, options, where)) for name, options in data["engines"].items()),
        transport=_built(TransportPlan, data["transport"], f"{where}, transport"),
        limits=_built(Limits, data["limits"], f"{where}, limits"),
        **own,
    )


def _swept(data: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each combination of the values of all lists: the values by dotted name, and the data that has them."""
    lists = dict(_lists(data, ()))
    for values in product(*lists.values()):
        settings = dict(zip(lists, values, strict=True))
        yield {".".join(path): value for path, value in settings.items()}, _replaced(data, (), settings)


def _lists(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _lists(value, (*path, name))
        elif isinstance(value, list) and (*path, name) != ("objectives",):
            yield (*path, name), value


def _refuse_lists(data: Mapping[str, Any], where: str) -> None:
    """A list without a value makes no point, and all points of a run share one broker."""
    for path, values in _lists(data, ()):
        if not values:
            raise RequestError(f"{'.'.join(path)} is a list without a value", where=where, fix="give a value, or leave it out")
        if path[0] == "transport" and path[1] != "partitions":
            raise RequestError(
                f"{path[1]} is the same in a whole run", where=f"{where}, transport", fix="a plan for each of them"
            )


def _replaced(data: Mapping[str, Any], path: tuple[str, ...], settings: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    return {
        name: _replaced(value, (*path, name), settings) if isinstance(value, Mapping) else settings.get((*path, name), value)
        for name, value in data.items()
    }


def _own_fields(experiment: Experiment) -> list[Any]:
    return [each for each in fields(experiment.plan_type) if each.name not in _TABLES]


def _refuse_unknown(data: Mapping[str, Any], experiments: list[Experiment], where: str) -> None:
    """A name that nothing reads is a mistake, not a wish."""
    own = {each.name for experiment in experiments for each in _own_fields(experiment)}
    _require_known(data, {"experiment", *own, *_TABLES, *QUESTIONS}, where)
    for experiment in experiments:
        mine = {each.name for each in _own_fields(experiment)}
        _require_known(_table(data, experiment.name, where), mine, f"{where}, {experiment.name}")
    _require_known(_table(data, "workload", where), _WORKLOAD, f"{where}, workload")


def _require_known(data: Mapping[str, Any], known: Any, where: str) -> None:
    for name in data:
        if name not in known:
            raise RequestError(f"nothing is called {name!r} here", where=where, fix=nearest(name, sorted(known)))


def _engines(data: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    engines = _table(data, "engines", where) or {name: {} for name in DEFAULT_ENGINES}
    for name, options in engines.items():
        if not isinstance(options, Mapping):
            raise RequestError(f"{name} is no table of options", where=f"{where}, engines", fix=f"[engines.{name}]")
    return engines


def _options(name: str, given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The engine's options as it wants them; unknown ones are refused with the nearest."""
    defaults = {option.name: option.default for option in load_engine(name).options}
    _require_known(given, defaults, f"{where}, engine {name}")
    return {
        option: _typed(type(defaults[option]), value, f"{where}, {name}.{option}")
        if isinstance(defaults[option], int | float)
        else value
        for option, value in given.items()
    }


def _filled(kind: Any, data: Mapping[str, Any], table: str, where: str) -> dict[str, Any]:
    given = _table(data, table, where)
    _require_known(given, {each.name for each in fields(kind)}, f"{where}, {table}")
    return {each.name: value for each in fields(kind) if (value := given.get(each.name, _default(each))) is not None}


def _built(kind: Any, data: Mapping[str, Any], where: str) -> Any:
    types = {each.name: each.type for each in fields(kind)}
    return kind(**{name: _typed(types[name], value, f"{where}, {name}") for name, value in data.items()})


def _typed(kind: Any, value: Any, where: str) -> Any:
    """The value as that type; whole numbers are numbers, and numbers may stand for text."""
    match kind, value:
        case _, list() if kind == tuple[str, ...]:
            return tuple(map(str, value))
        case _, bool() if kind is not bool:
            _refuse_type(kind, value, where)
        case _, int() | float() | str() if kind in (str, str | None):
            return _text(value)
        case _, int() if kind is float:
            return float(value)
        case _ if isinstance(kind, type) and isinstance(value, kind):
            return value
    return _refuse_type(kind, value, where)


def _refuse_type(kind: Any, value: Any, where: str) -> NoReturn:
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    raise RequestError(f"{value!r} is not {words.get(kind, 'what belongs here')}", where=where, fix="mend it")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _default(each: Any) -> Any:
    return each.default if each.default is not MISSING else None


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _needed(data: Mapping[str, Any], name: str, where: str) -> Any:
    if not data.get(name):
        raise RequestError(f"the plan names no {name}", where=where, fix=f'{name} = "..."')
    return data[name]


def _table(data: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, Mapping):
        raise RequestError(f"{name} is no table", where=where, fix=f"[{name}]")
    return table
