"""`streamgauge verify`: is the answer right?"""

import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from streamgauge.cli.options import EngineOptions, Json, LimitOptions, TransportOptions, WorkloadOptions, positive
from streamgauge.cli.screen import print_json, say
from streamgauge.errors import EngineError, ExitCode, MachineError, RequestError
from streamgauge.experiments.plans import EnginePlan, Limits, TransportPlan, WorkloadPlan
from streamgauge.flow.answer import Comparison
from streamgauge.report.broken import broken_text
from streamgauge.streams.record_file import RecordFile

if TYPE_CHECKING:
    from streamgauge.experiments.verification import Verification

DEFAULT_EVENTS = 100_000


def verify_command(
    workload: str,
    /,
    *,
    engine: str = "spark-microbatch",
    events: int | None = None,
    input: Path | None = None,  # noqa: A002 - the option's name
    answer: Path | None = None,
    strict: Annotated[bool, Parameter(negative="")] = False,
    json: Json = False,
    options: WorkloadOptions | None = None,
    transport: TransportOptions | None = None,
    engine_options: EngineOptions | None = None,
    limits: LimitOptions | None = None,
) -> ExitCode:
    """Run a workload on an engine and compare its answer with the reference, row by row.

    Parameters
    ----------
    workload:
        The workload's name.
    engine:
        The engine.
    events:
        How many events: 100,000 by default, or all lines of --input.
    input:
        A file of wire records to send instead of the workload's own, one a line, in order of arrival.
    answer:
        Compare this file of rows, one JSON object a line, whoever made it, instead of running an engine.
    strict:
        Refuse an input with broken records; by default they are passed over and counted.
    json:
        Print JSON.
    """
    plan = (options or WorkloadOptions()).plan(workload, input)
    count = _count(plan, events)
    about: dict[str, Any] = {"workload": workload, "events": count, "seed": plan.seed, "properties": dict(plan.properties)}
    about |= {"input": plan.input} if plan.input else {}
    if answer is not None:
        comparison, broken = _compare_file(plan, count, answer, strict=strict)
        about |= {"answer": str(answer)}
    else:
        transport_plan = (transport or TransportOptions()).plan()
        engine_plan = EnginePlan(engine, (engine_options or EngineOptions()).for_engine(engine))
        verification = _run(plan, engine_plan, count, transport_plan, (limits or LimitOptions()).plan(), strict=strict)
        comparison, broken = verification.comparison, verification.broken
        about |= {"engine": engine, "transport": transport_plan.kind, "seconds": verification.seconds}
    if plan.input and not comparison.equal:
        about |= {"late": _late(plan, count)}
    _print(about | {"broken": broken}, comparison, as_json=json)
    return ExitCode.OK if comparison.equal else ExitCode.WRONG_ANSWER


def _count(plan: WorkloadPlan, events: int | None) -> int:
    """How many events there will be."""
    if events is not None:
        positive(events, "--events")
    if plan.input is None:
        return DEFAULT_EVENTS if events is None else events
    lines = len(RecordFile(Path(plan.input)))
    if events is not None and events > lines:
        raise RequestError(f"the input holds {lines:,} records", where=f"--events {events}", fix=f"--events {lines}, or none")
    return lines if events is None else events


def _run(
    workload: WorkloadPlan, engine: EnginePlan, events: int, transport: TransportPlan, limits: Limits, *, strict: bool
) -> "Verification":
    from streamgauge.experiments.verification import VerificationPlan, verify

    with ExitStack() as stack:
        logs = Path(tempfile.mkdtemp(prefix="streamgauge-logs-"))
        stack.callback(shutil.rmtree, logs, ignore_errors=True)
        try:
            return verify(VerificationPlan(workload, engine, events, transport, limits, strict), logs, say)
        except (EngineError, MachineError):
            if any(logs.iterdir()):
                stack.pop_all()  # the logs stay: the error names them
            raise


def _compare_file(plan: WorkloadPlan, events: int, path: Path, *, strict: bool) -> tuple[Comparison, dict[str, Any]]:
    from streamgauge.experiments.broken import broken_records, refuse_broken
    from streamgauge.experiments.lab import expected_answer
    from streamgauge.flow.answer import AnswerShape, compare
    from streamgauge.flow.answer_file import read_answer

    configured = plan.configured()
    observed = read_answer(path, AnswerShape.of(configured.flow))
    expected = expected_answer(configured, events)
    if strict:
        refuse_broken(expected, plan.input)
    broken = broken_records(expected, are_lines=plan.input is not None)
    return compare(expected, observed, repeats_allowed=False), broken


def _late(plan: WorkloadPlan, events: int) -> int:
    from streamgauge.experiments.lab import stream_records
    from streamgauge.experiments.outside import count_late

    configured = plan.configured()
    return count_late(configured.flow.source, stream_records(configured.stream, events))


def _print(about: dict[str, Any], comparison: Comparison, *, as_json: bool) -> None:
    counts = asdict(comparison)
    examples = counts.pop("examples")
    if as_json:
        print_json("verify", about | {"equal": comparison.equal} | counts | {"differences": list(examples)})
        return
    verdict = "equal to the reference" if comparison.equal else "WRONG"
    source = f" of {about['input']}" if "input" in about else ""
    print(f"{about['workload']} on {about.get('engine', about.get('answer'))}, {about['events']:,} events{source}: {verdict}")
    print(", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in counts.items() if name != "repeats_allowed"))
    if source or about["broken"]["count"]:
        print(broken_text(about["broken"]))
    if about.get("late"):
        print(f"late: {about['late']:,}, after the watermark: engines need not agree on what becomes of such records")
    for example in examples:
        print(f"  {example}")
