"""`streamgauge list`: what there is."""

from pathlib import Path
from typing import Any, Literal

from streamgauge.cli.options import Json
from streamgauge.cli.screen import print_json, print_table


def list_command(
    what: Literal["workloads", "engines", "experiments", "suites", "runs"] = "workloads",
    /,
    *,
    runs: Path = Path("runs"),
    json: Json = False,
) -> None:
    """Say what there is.

    Parameters
    ----------
    what:
        workloads, engines, experiments, suites or runs.
    runs:
        The folder that holds the runs.
    json:
        Print JSON.
    """
    rows = _runs(runs) if what == "runs" else _LISTS[what]()
    if json:
        print_json("list", {what: rows})
    elif rows:
        columns = [name for name in rows[0] if name != "options"]
        print_table(what, columns, [[row[name] for name in columns] for row in rows])
        _print_options(rows)
    else:
        print_table(f"no {what} here", [what], [])


def _workloads() -> list[dict[str, Any]]:
    from streamgauge.workloads import workloads

    return [
        {
            "name": each.name,
            "summary": each.summary,
            "emission": each.configured({}, seed=1).flow.emission.value,
            "unit": each.unit.name,
            "seed work": each.seed_work,
        }
        for each in workloads().values()
    ]


def _engines() -> list[dict[str, Any]]:
    from streamgauge.engines import engine_names, load_engine

    engines = [load_engine(name) for name in engine_names()]
    return [
        {
            "name": each.name,
            "paradigm": each.paradigm,
            "summary": each.summary,
            "options": [{"name": o.name, "default": o.default, "effect": o.effect} for o in each.options],
        }
        for each in engines
    ]


def _experiments() -> list[dict[str, Any]]:
    from streamgauge.experiments.catalogue import QUESTIONS

    return [{"name": name, "question": text} for name, text in QUESTIONS.items()]


def _suites() -> list[dict[str, Any]]:
    from streamgauge.suites import load_suite, suite_names

    return [{"name": each.name, "plans": len(each.plans), "summary": each.summary} for each in map(load_suite, suite_names())]


_LISTS = {"workloads": _workloads, "engines": _engines, "experiments": _experiments, "suites": _suites}


def _runs(root: Path) -> list[dict[str, Any]]:
    from streamgauge.runs.folder import list_runs

    return [
        {"run": manifest["run"], "status": _status(manifest), "started": manifest.get("started", "")}
        for manifest in list_runs(root)
    ]


def _status(manifest: dict[str, Any]) -> str:
    """How a run ended; one whose process was killed could not say so itself."""
    from streamgauge.host.processes import is_alive

    status, process = str(manifest.get("status", "")), manifest.get("process")
    is_over = status == "running" and not (isinstance(process, int) and is_alive(process))
    return "killed" if is_over else status


def _print_options(rows: list[dict[str, Any]]) -> None:
    options = [(row["name"], o["name"], str(o["default"]), o["effect"]) for row in rows for o in row.get("options", ())]
    if options:
        print_table("options, given as --option name=value", ("engine", "option", "default", "effect"), options)
