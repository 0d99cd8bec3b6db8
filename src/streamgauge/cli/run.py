"""`streamgauge run`: an experiment, measured into a run folder."""

import os
import shlex
import sys
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from streamgauge import __version__
from streamgauge.cli.options import EngineOptions, Json, LimitOptions, TransportOptions, WorkloadOptions, positive
from streamgauge.cli.screen import NOTE_WIDTH, print_json, print_table, say
from streamgauge.errors import ExitCode
from streamgauge.experiments.plans import EnginePlan
from streamgauge.report.broken import broken_text
from streamgauge.report.tables import result_tables
from streamgauge.runs.folder import RunFolder

EXPERIMENTS = {
    "latency": "how long does a record take at a given rate? (online)",
    "throughput": "how many records a second, from a topic filled beforehand? (offline)",
}


def run_command(
    experiment: Literal["latency", "throughput"],
    workload: str,
    /,
    *,
    engine: str = "spark-microbatch,spark-realtime",
    rate: str = "2000",
    seconds: float = 20.0,
    warmup: float = 15.0,
    events: int = 500_000,
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
        latency or throughput.
    workload:
        The workload's name.
    engine:
        One engine, or several separated by commas.
    rate:
        latency: events per second, or a rate shape.
    seconds:
        latency: how long to measure.
    warmup:
        latency: seconds before that, which are not counted.
    events:
        throughput: how many events are preloaded.
    runs:
        The folder in which the run folder is made.
    json:
        Print the result as JSON.
    """
    given = engine_options or EngineOptions()
    engines = tuple(EnginePlan(name, given.for_engine(name)) for name in engine.split(","))
    parts: dict[str, Any] = {
        "workload": (options or WorkloadOptions()).plan(workload),
        "engines": engines,
        "transport": (transport or TransportOptions()).plan(),
        "limits": (limits or LimitOptions()).plan(),
    }
    if experiment == "latency":
        from streamgauge.experiments.latency import LatencyPlan, run_latency

        latency = LatencyPlan(**parts, rate=rate, seconds=seconds, warmup_s=warmup)
        latency.events()  # refuses a plan that cannot be measured, before anything is made
        result = _in_folder(experiment, workload, latency, runs, run_latency)
    else:
        from streamgauge.experiments.throughput import ThroughputPlan, run_throughput

        throughput = ThroughputPlan(**parts, events=positive(events, "--events"))
        result = _in_folder(experiment, workload, throughput, runs, run_throughput)
    _print(result, as_json=json)
    return ExitCode.OK if all(each["verified"] for each in result["engines"]) else ExitCode.WRONG_ANSWER


def _in_folder(experiment: str, workload: str, plan: Any, runs: Path, measure: Any) -> dict[str, Any]:
    """Run it; however it ends, the folder says so."""
    from streamgauge.experiments.lab import refuse_impossible
    from streamgauge.host.facts import machine_facts

    refuse_impossible(plan.workload, plan.engines, plan.transport)  # a wrong request leaves no folder behind
    manifest = {
        "experiment": experiment,
        "streamgauge": __version__,
        "command": shlex.join(["streamgauge", *sys.argv[1:]]),
        "process": os.getpid(),
        "machine": asdict(machine_facts(runs)),
    }
    folder = RunFolder.create(runs, f"{experiment}-{workload}", manifest, asdict(plan))
    try:
        result: dict[str, Any] = measure(plan, folder, say)
    except KeyboardInterrupt:
        folder.finish("interrupted")
        raise
    except BaseException as error:
        folder.event("failure", what=str(error))
        folder.finish("failed")
        say(f"what was measured so far, and the logs, are in {folder.path}")
        raise
    folder.finish("complete", result)
    return {"folder": str(folder.path), **result}


def _print(result: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json("run", result)
        return
    for table in result_tables(result):
        print_table(table.title, table.headings, table.rows)
        if table.note:
            print(textwrap.fill(f"{table.note}.", NOTE_WIDTH))
    broken = result["engines"][0]["broken"]  # of the input, which is the same for all
    if broken["count"]:
        print(broken_text(broken))
    print(f"run folder: {result['folder']}")
