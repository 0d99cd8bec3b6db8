"""`streamgauge show`: a workload, and what an engine makes of it."""

import tempfile
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from streamgauge.cli.drawing import draw
from streamgauge.cli.options import EngineOptions, Json, WorkloadOptions
from streamgauge.cli.screen import NOTE_WIDTH, print_json, print_table, print_tree, say
from streamgauge.engines import engine_names, load_engine
from streamgauge.engines.base import Place
from streamgauge.errors import RequestError
from streamgauge.flow import Flow, Step
from streamgauge.flow.answer import AnswerShape
from streamgauge.flow.json_form import to_json
from streamgauge.workloads.base import ConfiguredWorkload


def show_command(
    workload: str,
    /,
    *,
    engine: str | None = None,
    json: Json = False,
    options: WorkloadOptions | None = None,
    engine_options: EngineOptions | None = None,
) -> None:
    """Show a workload: properties, schema, graph, answer, support.

    Parameters
    ----------
    workload:
        The workload's name.
    engine:
        Show also the plan that this engine would run.
    json:
        Print JSON.
    """
    if engine is None and engine_options is not None:
        raise RequestError("settings of an engine, and no engine", where="show", fix="--engine NAME")
    configured = (options or WorkloadOptions()).plan(workload).configured()
    data = _describe(configured)
    if engine is not None:
        data["plan"] = _plan(configured, engine, engine_options or EngineOptions())
    if json:
        print_json("show", data)
    else:
        _print(data, configured.flow)


def _describe(configured: ConfiguredWorkload) -> dict[str, Any]:
    import json

    workload, flow = configured.workload, configured.flow
    shape = AnswerShape.of(flow)
    return {
        "workload": workload.name,
        "summary": workload.summary,
        "wire": workload.wire,
        "emission": flow.emission.value,
        "unit": workload.unit.name,
        "answer": {"identity": shape.identity, "values": shape.values},
        "properties": [
            {
                "name": p.name,
                "value": configured.values[p.name],
                "default": p.default,
                "domain": str(p.domain),
                "effect": p.effect,
            }
            for p in workload.properties
        ],
        "own_latency": workload.own_latency.to_data() if workload.own_latency else None,
        "steps": [_step(step, workload.operations) for step in flow.steps],
        "support": [_support(name, configured) for name in engine_names()],
        "flow": json.loads(to_json(flow)),
    }


def _step(step: Step, operations: Mapping[str, str]) -> dict[str, Any]:
    own = {"operation": operations.get(step.name, "")} if operations else {}
    reads = [upstream.name for upstream in step.upstreams]
    return {"step": step.name, **own, "kind": step.kind, "from": reads, "columns": str(step.schema)}


def _support(engine: str, configured: ConfiguredWorkload) -> dict[str, str]:
    table = load_engine(engine).support
    gaps = [f"{where}: {support}" for where, support in table.gaps(configured.flow)]
    both = [kind for kind in ("kafka", "files") if table.for_input(kind) and table.for_output(kind)]
    return {"engine": engine, "runs it": "; ".join(gaps) or "yes", "between topics in": ", ".join(both)}


def _plan(configured: ConfiguredWorkload, engine: str, options: EngineOptions) -> str:
    given = options.for_engine(engine)
    say(f"asking {engine} for its plan")
    with tempfile.TemporaryDirectory(prefix="streamgauge-", ignore_cleanup_errors=True) as folder:
        place = Place(work=Path(folder), logs=Path(folder))
        with load_engine(engine).open(given, place) as session:
            return session.explain(configured.flow)


def _print(data: dict[str, Any], flow: Flow) -> None:
    print(f"{data['workload']}: {data['summary']}")
    print(f"wire:     {data['wire']}")
    print(f"answer:   {', '.join(data['answer']['identity'])} -> {', '.join(data['answer']['values'])}")
    print(f"emission: {data['emission']}; throughput in {data['unit']}/s\n")
    print_tree(draw(flow))
    if own := data["own_latency"]:
        print(textwrap.fill(f"{own['name']}, shown beside ours: {own['definition']}.", NOTE_WIDTH) + "\n")
    for title in ("steps", "properties", "support"):
        rows = data[title]
        print_table(title, list(rows[0]), [[_text(value) for value in row.values()] for row in rows])
    if "plan" in data:
        print(f"\nplan\n{data['plan']}")


def _text(value: Any) -> Any:
    return ", ".join(value) if isinstance(value, list) else value
