"""The page of the workloads: what goes in, what is computed, what must come out."""

from itertools import islice

from streamgauge.cli.docs.markdown import block, code, codes, page, table
from streamgauge.flow import Flow
from streamgauge.flow.answer import AnswerShape
from streamgauge.flow.step import Step
from streamgauge.workloads import workloads
from streamgauge.workloads.base import Workload
from streamgauge.workloads.shipped import EVENTS, SEED, shipped_answer

_LINES = 5


def workloads_page() -> str:
    ours = [each for each in workloads().values() if each.make_flow.__module__.startswith("streamgauge.")]
    return page(
        "Workloads",
        "Properties are given as `--set name=value`. Streams are defined in [streams.md](../streams.md), the words of the "
        "tables in [language.md](../language.md). The package ships the answer of every workload's first events from "
        f"seed {SEED}, {EVENTS} of them unless its rows take longer.",
        *map(_workload, ours),
    )


def _workload(workload: Workload) -> str:
    flow = workload.configured({}, SEED).flow
    shape = AnswerShape.of(flow)
    return "\n\n".join(
        [
            f"## {workload.name}",
            f"{workload.summary[0].upper()}{workload.summary[1:]}. From seed work {workload.seed_work}.",
            f"- wire format: {workload.wire}\n"
            f"- emission: {code(flow.emission.value)}\n"
            f"- throughput is told in {workload.unit.name}/s\n"
            f"- a row of the answer is identified by {codes(shape.identity)}; its values are {codes(shape.values)}"
            + (f"\n- {own.name}, shown beside ours: {own.definition}" if (own := workload.own_latency) else ""),
            _steps(workload, flow),
            table(
                ("property", "default", "domain", "effect"),
                [(code(each.name), code(each.default), str(each.domain), each.effect) for each in workload.properties],
            ),
            _answer(workload),
        ]
    )


def _steps(workload: Workload, flow: Flow) -> str:
    """With what the workload's origin calls them, if it has names for them."""
    named = ("operation",) if workload.operations else ()
    rows = [(*_step(step), *([workload.operations.get(step.name, "")] if named else [])) for step in flow.steps]
    return table(("step", "kind", "reads from", "columns of its rows", *named), rows)


def _step(step: Step) -> tuple[str, ...]:
    return code(step.name), step.kind, codes(upstream.name for upstream in step.upstreams), str(step.schema)


def _answer(workload: Workload) -> str:
    with shipped_answer(workload.name).open(encoding="utf-8") as file:
        lines = file.readlines()
    command = f"streamgauge reference {workload.name} --events {workload.shipped_events} --seed {SEED}"
    first = "".join(islice(lines, _LINES))
    return f"{code(command)} prints {len(lines):,} rows; the first are:\n\n" + block(first, "json")
